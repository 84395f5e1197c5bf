package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What the tasks wrote is read once the pool has ended: nothing. */
public class AwaitedPool {
  private int sum;

  synchronized void add(int x) {
    sum += x;
  }

  public static void main(String[] args) throws InterruptedException {
    AwaitedPool shared = new AwaitedPool();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      int x = i;
      pool.execute(() -> shared.add(x));
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(shared.sum);
  }
}
