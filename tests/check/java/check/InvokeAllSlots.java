package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Callables that return their results, collected through futures: nothing. */
public class InvokeAllSlots {
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newCachedThreadPool();
    List<Callable<int[]>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int seed = i;
      tasks.add(() -> {
        int[] result = new int[1];
        result[0] = seed;
        return result;
      });
    }
    int sum = 0;
    for (Future<int[]> future : pool.invokeAll(tasks)) {
      sum += future.get()[0];
    }
    System.out.println(sum);
    pool.shutdown();
  }
}
