package atomrace;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * As HealingLockDeadlocks, with what the program may wait for in place of a monitor. {@code lock}: one thread takes a lock of
 * java.util.concurrent inside its section, which the other holds around its own. {@code notify}: it waits to be notified of what
 * the other does behind its own. {@code flag}: it waits in a loop for a flag that
 * the other sets behind its own, where only time can tell.
 */
public final class HealingWaitsForPark {
  private static int shared;
  private static volatile boolean flag;
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void lock(CountDownLatch inSection, CountDownLatch hasLock, boolean first) {
    if (first) {
      int seen = shared;
      inSection.countDown();
      await(hasLock);
      LOCK.lock();
      LOCK.unlock();
      shared = seen + 1;
    } else {
      await(inSection);
      LOCK.lock();
      hasLock.countDown();
      shared = shared + 1;
      LOCK.unlock();
    }
  }

  private static void monitor(CountDownLatch inSection, boolean first) {
    if (first) {
      int seen = shared;
      inSection.countDown();
      synchronized (LOCK) {
        try {
          while (!flag) LOCK.wait();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      shared = seen + 1;
    } else {
      await(inSection);
      shared = shared + 1;
      synchronized (LOCK) {
        flag = true;
        LOCK.notifyAll();
      }
    }
  }

  private static void flag(CountDownLatch inSection, boolean first) {
    if (first) {
      int seen = shared;
      inSection.countDown();
      while (!flag) Thread.onSpinWait();
      shared = seen + 1;
    } else {
      await(inSection);
      shared = shared + 1;
      flag = true;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch inSection = new CountDownLatch(1), hasLock = new CountDownLatch(1);
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; ++i) {
      boolean first = i == 0;
      all[i] = new Thread(() -> {
        if (args[0].equals("lock")) lock(inSection, hasLock, first);
        else if (args[0].equals("notify")) monitor(inSection, first);
        else flag(inSection, first);
      }, first ? "first" : "second");
    }
    for (Thread each : all) each.start();
    for (Thread each : all) each.join();
    System.out.println("done");
  }
}
