package silent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Check;
import support.Threads;

/** Tasks of a single thread share plain data, whoever submitted them. */
public class SingleThreadPools {
  static int counter;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Threads.Body submitter = () -> {
      for (int i = 0; i < 50; i++) pool.execute(() -> counter++);
    };
    Threads.together(submitter, submitter);
    Check.result(100, pool.submit(() -> counter).get());
    pool.shutdown();
  }
}
