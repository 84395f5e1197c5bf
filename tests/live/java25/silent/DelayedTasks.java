package silent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import support.Check;

/** What is done before a task is handed to a scheduler of the fork-join pool's is done before the task. */
public class DelayedTasks {
  private static int plain;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Executor delayed = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, pool);
    plain++;
    CompletableFuture.runAsync(() -> plain++, delayed).join();
    plain++;
    pool.shutdown();

    ForkJoinPool common = ForkJoinPool.commonPool();
    common.schedule(() -> plain++, 1, TimeUnit.MILLISECONDS).get();
    plain++;
    CountDownLatch rounds = new CountDownLatch(3);
    ScheduledFuture<?> often = common.scheduleAtFixedRate(
        () -> {
          if (rounds.getCount() == 0) return;
          plain++;
          rounds.countDown();
        },
        0, 1, TimeUnit.MILLISECONDS);
    rounds.await();
    often.cancel(false);
    plain++;
    plain += new CompletableFuture<Integer>().completeOnTimeout(1, 1, TimeUnit.MILLISECONDS).join();
    Check.result(10, plain);
  }
}
