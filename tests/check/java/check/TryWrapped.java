package check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** tryLock behind a method of one's own, with a time limit, and with a result that nobody looks at in time. */
public class TryWrapped {
  static final class Mutex {
    private final ReentrantLock lock = new ReentrantLock();

    boolean acquire() {
      return lock.tryLock();
    }

    void release() {
      lock.unlock();
    }
  }

  private final Mutex mutex = new Mutex();
  private final ReentrantLock plain = new ReentrantLock();
  private int guarded;
  private int timed;
  private int ignored; // expect: check.TryWrapped.ignored

  void work() throws InterruptedException {
    if (mutex.acquire()) {
      try {
        guarded++;
      } finally {
        mutex.release();
      }
    }
    if (plain.tryLock(1, TimeUnit.SECONDS)) {
      try {
        timed++;
      } finally {
        plain.unlock();
      }
    }
    boolean got = plain.tryLock();
    ignored++;
    if (got) {
      plain.unlock();
    }
  }

  public static void main(String[] args) {
    TryWrapped shared = new TryWrapped();
    for (int i = 0; i < 3; i++) {
      new Thread(
              () -> {
                try {
                  shared.work();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              })
          .start();
    }
  }
}
