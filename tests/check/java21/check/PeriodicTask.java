package check;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that runs at a fixed rate, one run after the other, beside main. */
public class PeriodicTask {
  private int runs;
  private int seen; // expect: check.PeriodicTask.seen
  private final AtomicInteger counted = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    PeriodicTask task = new PeriodicTask();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.scheduleAtFixedRate(
        () -> {
          task.runs++;
          task.seen = task.runs;
          task.counted.incrementAndGet();
        },
        1,
        1,
        TimeUnit.MILLISECONDS);
    while (task.counted.get() < 3) Thread.onSpinWait();
    System.out.println(task.seen);
    timer.shutdownNow();
  }
}
