package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks handed to an executor run in parallel. */
public class ExecutorTasks {
  int hits; // expect: check.ExecutorTasks.hits
  int safe;

  public static void main(String[] args) {
    ExecutorTasks shared = new ExecutorTasks();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      pool.submit(() -> {
        shared.hits++;
        synchronized (shared) {
          shared.safe++;
        }
      });
    }
    pool.shutdown();
  }
}
