package silent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Workers leave results before they count down; who awaits the latch reads them. */
public class Latches {
  static final int[] results = new int[3];
  static int go;

  public static void main(String[] args) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      int index = i;
      Threads.start(() -> {
        start.await();
        results[index] = go + index;
        done.countDown();
      });
    }
    go = 10;
    start.countDown();
    while (!done.await(1, TimeUnit.SECONDS)) Thread.onSpinWait();
    Check.result(33, results[0] + results[1] + results[2]);
  }
}
