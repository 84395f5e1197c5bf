package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Since Java 19 an executor can be closed, which waits for its tasks; what is read in the block does not wait. */
public class ClosedExecutor {
  static class Result {
    int after;
    int during; // expect: check.ClosedExecutor$Result.during
  }

  public static void main(String[] args) {
    Result result = new Result();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      executor.submit(
          () -> {
            result.after = 1;
            result.during = 1;
          });
      System.out.println(result.during);
    }
    System.out.println(result.after);
  }
}
