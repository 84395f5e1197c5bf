package check;

import java.util.Timer;
import java.util.TimerTask;

/** All tasks of a timer run on its one thread: nothing between them. */
public class TimerOrder {
  private int ticks;

  public static void main(String[] args) {
    TimerOrder shared = new TimerOrder();
    Timer timer = new Timer();
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        shared.ticks++;
      }
    }, 1);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        shared.ticks--;
      }
    }, 2);
  }
}
