package silent;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import support.Check;

/** A pool of one thread that counts in its hooks; whoever ends it sums up. */
public class PoolHooks extends ThreadPoolExecutor {
  int calls;
  int total;

  PoolHooks() {
    super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable task) {
    calls++;
  }

  @Override
  protected void afterExecute(Runnable task, Throwable thrown) {
    calls++;
  }

  @Override
  protected void terminated() {
    total = calls;
  }

  public static void main(String[] args) throws Exception {
    PoolHooks pool = new PoolHooks();
    for (int i = 0; i < 5; i++) pool.execute(() -> {});
    pool.shutdown();
    Check.same(true, pool.awaitTermination(1, TimeUnit.MINUTES));
    Check.result(10, pool.total);
  }
}
