package silent;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import support.Check;

/** Nobody joins the tasks: that all is quiet says that they are done. */
public class Quiescence {
  static void forkAll(int[] counts) {
    for (int i = 0; i < counts.length; i++) {
      int at = i;
      ForkJoinTask.adapt(() -> { counts[at]++; }).fork();
    }
  }

  static int sum(int[] counts) {
    int sum = 0;
    for (int i = 0; i < counts.length; i++) sum += counts[i]++;
    return sum;
  }

  public static void main(String[] args) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    for (int run = 0; run < 5; run++) {
      int[] inside = new int[8];
      pool.submit(() -> {
        forkAll(inside);
        ForkJoinTask.helpQuiesce();
        Check.same(8, sum(inside));
      }).get();
      int[] outside = new int[8];
      for (int i = 0; i < 8; i++) {
        int at = i;
        pool.execute(() -> outside[at]++);
      }
      Check.same(true, pool.awaitQuiescence(1, TimeUnit.MINUTES));
      Check.same(8, sum(outside));
    }
    pool.shutdown();
    System.out.println("quiet");
  }
}
