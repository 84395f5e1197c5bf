package silent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import support.Check;

/** Threads made by a factory of one's own, which counts them: the pool calls it in the submitters' threads. */
public class ThreadFactories {
  static int task;

  public static void main(String[] args) throws Exception {
    AtomicInteger made = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(2, body -> {
      made.incrementAndGet();
      Thread thread = new Thread(body);
      thread.setDaemon(true);
      return thread;
    });
    task = 20;
    Future<Integer> one = pool.submit(() -> task + 1);
    Future<Integer> two = pool.submit(() -> task + 2);
    Check.result("43 2", one.get() + two.get() + " " + made.get());
    pool.shutdown();
  }
}
