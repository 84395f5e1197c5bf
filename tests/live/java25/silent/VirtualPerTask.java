package silent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import support.Check;

/** An executor with a virtual thread a task; close() waits for all of them. */
public class VirtualPerTask {
  static final int[] results = new int[50];
  static int input;

  public static void main(String[] args) throws Exception {
    input = 2;
    Future<int[]> first;
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      first = pool.submit(() -> new int[] {input});
      for (int i = 0; i < results.length; i++) {
        int index = i;
        pool.execute(() -> results[index] = index * input);
      }
    }
    int sum = 0;
    for (int result : results) sum += result;
    Check.result("2450 2", sum + " " + first.resultNow()[0]);
  }
}
