package check;

import java.util.concurrent.atomic.AtomicBoolean;

/** compareAndSet lets one thread in: nothing. */
public class CasOnce {
  private final AtomicBoolean busy = new AtomicBoolean();
  private int runs;

  void tryRun() {
    if (busy.compareAndSet(false, true)) {
      try {
        runs++;
      } finally {
        busy.set(false);
      }
    }
  }

  public static void main(String[] args) {
    CasOnce shared = new CasOnce();
    new Thread(shared::tryRun).start();
    new Thread(shared::tryRun).start();
  }
}
