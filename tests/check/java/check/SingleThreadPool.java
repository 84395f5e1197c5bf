package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks of an executor with one thread run one after the other: nothing. */
public class SingleThreadPool {
  private int jobs;

  public static void main(String[] args) {
    SingleThreadPool shared = new SingleThreadPool();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.execute(() -> shared.jobs++);
    pool.execute(() -> shared.jobs--);
    pool.shutdown();
  }
}
