package racing;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import support.Check;

/** The submitter changes the task's input after it has submitted it. */
public class AfterSubmit {
  static int input;  // expect: observed racing.AfterSubmit.input

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<?> future = pool.submit(() -> Check.same(true, input >= 0));
    input = 1;
    future.get();
    pool.shutdown();
  }
}
