package atomrace;

import java.util.concurrent.CountDownLatch;

/**
 * One thread takes a monitor inside its section, the other has its section inside that monitor: if each waited for what
 * the other has, neither would go on. Both ways, as often as told; the program's own locks never deadlock.
 */
public final class HealingLockDeadlocks {
  private static int shared;
  private static final Object MONITOR = new Object();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    for (int i = 0; i < rounds; ++i) {
      CountDownLatch inSection = new CountDownLatch(1);
      CountDownLatch hasMonitor = new CountDownLatch(1);
      Thread outer = new Thread(() -> {
        int seen = shared;
        inSection.countDown();
        await(hasMonitor);
        synchronized (MONITOR) {
          seen++;
        }
        shared = seen;
      }, "outer");
      Thread inner = new Thread(() -> {
        await(inSection);
        synchronized (MONITOR) {
          hasMonitor.countDown();
          shared = shared + 1;
        }
      }, "inner");
      outer.start();
      inner.start();
      outer.join();
      inner.join();
    }
    System.out.println("done");
  }
}
