package silent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import support.Check;

/** Delayed and periodic tasks: one run of a periodic task comes before the next, on whatever thread. */
public class ScheduledPools {
  static int ticks;
  static int delayed;

  public static void main(String[] args) throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(3);
    CountDownLatch enough = new CountDownLatch(5);
    ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(
        () -> {
          if (ticks < 5) {
            ticks++;
            enough.countDown();
          }
        },
        0, 200, TimeUnit.MICROSECONDS);
    delayed = 1;
    ScheduledFuture<Integer> later = pool.schedule(() -> delayed + 1, 1, TimeUnit.MILLISECONDS);
    enough.await();
    int result = later.get();
    periodic.cancel(false);
    pool.shutdown();
    while (!pool.awaitTermination(1, TimeUnit.SECONDS)) Thread.onSpinWait();
    Check.result("5 2", ticks + " " + result);
  }
}
