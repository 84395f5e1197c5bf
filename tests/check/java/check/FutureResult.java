package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** get() waits for the task: nothing. */
public class FutureResult {
  int value;

  public static void main(String[] args) throws Exception {
    FutureResult shared = new FutureResult();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<Integer> future = pool.submit(() -> shared.value = 3);
    future.get();
    System.out.println(shared.value);
    pool.shutdown();
  }
}
