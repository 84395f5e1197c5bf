package silent;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Check;

/** Results taken from a completion service in the order in which they are ready. */
public class CompletionServices {
  static final class Result {
    int value;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    CompletionService<Result> service = new ExecutorCompletionService<>(pool);
    for (int i = 1; i <= 10; i++) {
      int number = i;
      service.submit(() -> {
        Result result = new Result();
        result.value = number;
        return result;
      });
    }
    int sum = 0;
    for (int i = 1; i <= 10; i++) sum += service.take().get().value++;
    Check.result(55, sum);
    pool.shutdown();
  }
}
