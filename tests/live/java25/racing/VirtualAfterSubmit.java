package racing;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Check;

/** The submitter changes the input of a virtual thread's task after it has submitted it. */
public class VirtualAfterSubmit {
  static int input;  // expect: observed racing.VirtualAfterSubmit.input

  public static void main(String[] args) throws Exception {
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      pool.submit(() -> Check.same(true, input >= 0));
      input = 1;
    }
  }
}
