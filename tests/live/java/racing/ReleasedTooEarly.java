package racing;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/** The lock is given back a line too early. */
public class ReleasedTooEarly {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;  // expect: observed racing.ReleasedTooEarly.count

  static void work() {
    LOCK.lock();
    try {
      Thread.onSpinWait();
    } finally {
      LOCK.unlock();
    }
    count++;
  }

  public static void main(String[] args) throws Exception {
    Threads.together(ReleasedTooEarly::work, ReleasedTooEarly::work);
  }
}
