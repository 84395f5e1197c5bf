package check;

import java.util.Timer;
import java.util.TimerTask;

/** A shutdown hook and a timer's task run beside main. */
public class HookAndTimer {
  private int written; // expect: check.HookAndTimer.written
  private int ticks; // expect: check.HookAndTimer.ticks
  private volatile boolean done;

  public static void main(String[] args) {
    HookAndTimer shared = new HookAndTimer();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(shared.written)));
    Timer timer = new Timer(true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            shared.ticks++;
            shared.done = true;
          }
        },
        1);
    shared.written = 1;
    System.out.println(shared.ticks);
    timer.cancel();
  }
}
