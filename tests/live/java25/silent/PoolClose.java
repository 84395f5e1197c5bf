package silent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Check;

/** close() of a platform pool waits for its tasks, as awaitTermination does. */
public class PoolClose {
  static final long[] results = new long[10];

  public static void main(String[] args) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < 10; i++) {
        int index = i;
        pool.submit(() -> results[index] = index);
      }
    }
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (int i = 0; i < 10; i++) {
        int index = i;
        pool.submit(() -> results[index]++);
      }
    }
    long sum = 0;
    for (long result : results) sum += result;
    Check.result(55L, sum);
  }
}
