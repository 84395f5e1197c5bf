package silent;

import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** A fair lock that another thread tries in vain, waits for and gets. */
public class FairLocks {
  static final ReentrantLock LOCK = new ReentrantLock(true);
  static int value;
  static int refused;

  public static void main(String[] args) throws Exception {
    LOCK.lock();
    Thread other = Threads.start(() -> {
      if (!LOCK.tryLock()) refused++;
      LOCK.lock();
      try {
        value += 2;
      } finally {
        LOCK.unlock();
      }
    });
    value++;
    while (!LOCK.hasQueuedThreads()) Thread.onSpinWait();
    LOCK.unlock();
    other.join();
    Check.result("3 1", value + " " + refused);
  }
}
