package racing;

import java.util.concurrent.CountDownLatch;
import support.Check;
import support.Threads;

/** The worker goes on writing after it has counted down. */
public class AfterCountDown {
  static int result;  // expect: observed racing.AfterCountDown.result

  public static void main(String[] args) throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Threads.together(
        () -> {
          latch.countDown();
          result = 1;
        },
        () -> {
          latch.await();
          Check.same(true, result >= 0);
        });
  }
}
