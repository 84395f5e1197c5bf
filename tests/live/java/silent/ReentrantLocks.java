package silent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** A ReentrantLock taken in each of its four ways. */
public class ReentrantLocks {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int value;

  static void bump() {
    try {
      LOCK.lock();
      try {
        value++;
      } finally {
        LOCK.unlock();
      }
    } finally {
      value++;
      LOCK.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        LOCK.lock();
        bump();
        LOCK.lockInterruptibly();
        bump();
        while (!LOCK.tryLock()) Thread.onSpinWait();
        bump();
        while (!LOCK.tryLock(1, TimeUnit.SECONDS)) Thread.onSpinWait();
        bump();
      }
    };
    Threads.together(work, work);
    Check.result(800, value);
  }
}
