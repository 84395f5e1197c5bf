package check;

import java.util.Timer;
import java.util.TimerTask;

/** A timer's thread against main. */
public class TimerTasks {
  static int ticks; // expect: check.TimerTasks.ticks

  public static void main(String[] args) {
    Timer timer = new Timer();
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        ticks++;
      }
    }, 10);
    System.out.println(ticks);
  }
}
