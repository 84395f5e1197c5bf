package silent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import support.Check;

/** All tasks of a pool come before awaitTermination says that it has ended. */
public class AwaitTermination {
  static final int[] results = new int[20];

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 20; i++) {
      int index = i;
      pool.execute(() -> results[index] = index);
    }
    pool.shutdown();
    while (!pool.awaitTermination(1, TimeUnit.SECONDS)) Thread.onSpinWait();
    int sum = 0;
    for (int result : results) sum += result;
    Check.result(190, sum);
  }
}
