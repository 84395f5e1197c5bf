package check;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of one thread whose tasks run in whoever hands them over, if there is no room, runs two at a time. */
public class CallerRuns {
  private static int made; // expect: check.CallerRuns.made
  private static int set; // expect: check.CallerRuns.set
  private static int handled; // expect: check.CallerRuns.handled
  private static int usual;

  private static ThreadPoolExecutor small() {
    return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
  }

  public static void main(String[] args) {
    ThreadPoolExecutor withPolicy = new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
    ThreadPoolExecutor policySet = small();
    policySet.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    ThreadPoolExecutor withHandler = new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), Executors.defaultThreadFactory(),
        (task, executor) -> task.run());
    ThreadPoolExecutor plain = small();
    for (int i = 0; i < 10; i++) {
      withPolicy.execute(() -> made++);
      policySet.execute(() -> set++);
      withHandler.execute(() -> handled++);
      plain.execute(() -> usual++);
    }
  }
}
