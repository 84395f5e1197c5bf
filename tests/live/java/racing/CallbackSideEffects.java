package racing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Threads;

/** Callbacks of two futures run in two threads and change one field. */
public class CallbackSideEffects {
  static int finished;  // expect: observed racing.CallbackSideEffects.finished

  public static void main(String[] args) throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Runnable work = Threads.guarded(() -> {
      both.await();
      finished++;
    });
    CompletableFuture<Void> one = CompletableFuture.completedFuture(1).thenRunAsync(work, pool);
    CompletableFuture<Void> two = CompletableFuture.completedFuture(1).thenRunAsync(work, pool);
    CompletableFuture.allOf(one, two).join();
    pool.shutdown();
  }
}
