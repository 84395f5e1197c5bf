package check;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Who waits for a latch only so long has waited for it if he is told so. */
public class TimedLatch {
  private static int tested;
  private static int refused;
  private static int ignored; // expect: check.TimedLatch.ignored
  private static int otherwise; // expect: check.TimedLatch.otherwise

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      tested++;
      refused++;
      ignored++;
      otherwise++;
      done.countDown();
    }).start();
    done.await(1, TimeUnit.SECONDS);
    ignored++;
    if (done.await(1, TimeUnit.SECONDS)) {
      tested++;
    } else {
      otherwise++;
    }
    if (!done.await(1, TimeUnit.SECONDS)) return;
    refused++;
  }
}
