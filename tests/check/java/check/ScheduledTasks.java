package check;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A periodic task never runs beside itself, but it does beside main. */
public class ScheduledTasks {
  private int ticks;
  private int shared; // expect: check.ScheduledTasks.shared

  void tick() {
    ticks++;
    shared++;
  }

  public static void main(String[] args) {
    ScheduledTasks tasks = new ScheduledTasks();
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    pool.scheduleAtFixedRate(tasks::tick, 0, 1, TimeUnit.SECONDS);
    tasks.shared++;
  }
}
