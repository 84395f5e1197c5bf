package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same tasks on four threads. */
public class PoolOfFour {
  private int jobs; // expect: check.PoolOfFour.jobs

  public static void main(String[] args) {
    PoolOfFour shared = new PoolOfFour();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      pool.submit(() -> shared.jobs++);
    }
    pool.shutdown();
  }
}
