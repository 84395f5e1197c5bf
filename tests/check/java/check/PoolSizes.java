package check;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools made by hand: of at most one thread, nothing; of up to four, and of one that is made larger, found. */
public class PoolSizes {
  private int one;
  private int some; // expect: check.PoolSizes.some
  private int larger; // expect: check.PoolSizes.larger

  private static ThreadPoolExecutor single() {
    return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  public static void main(String[] args) {
    PoolSizes shared = new PoolSizes();
    ThreadPoolExecutor one = single();
    ThreadPoolExecutor some = new ThreadPoolExecutor(1, 4, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
    ThreadPoolExecutor larger = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
    larger.setMaximumPoolSize(4);
    for (int i = 0; i < 10; i++) {
      one.execute(() -> shared.one++);
      some.execute(() -> shared.some++);
      larger.execute(() -> shared.larger++);
    }
  }
}
