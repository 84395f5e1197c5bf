package check;

import java.util.Timer;
import java.util.TimerTask;

/** One method makes all tasks, and yet each runs what it was made with: one timer's run in turn, two timers' do not. */
public class TasksOfOneMaker {
  private int inTurn;
  private int atOnce; // expect: check.TasksOfOneMaker.atOnce

  static TimerTask task(Runnable body) {
    return new TimerTask() {
      @Override
      public void run() {
        body.run();
      }
    };
  }

  public static void main(String[] args) {
    TasksOfOneMaker shared = new TasksOfOneMaker();
    Timer one = new Timer();
    Timer two = new Timer();
    one.schedule(task(() -> {
      shared.inTurn++;
      shared.atOnce++;
    }), 1);
    one.schedule(task(() -> shared.inTurn++), 1);
    two.schedule(task(() -> shared.atOnce++), 1);
  }
}
