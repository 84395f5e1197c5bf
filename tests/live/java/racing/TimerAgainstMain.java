package racing;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A timer's task and the thread that scheduled it write the same field. */
public class TimerAgainstMain {
  static int ticks;  // expect: observed racing.TimerAgainstMain.ticks

  public static void main(String[] args) throws Exception {
    Timer timer = new Timer(true);
    CountDownLatch ran = new CountDownLatch(1);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            ticks++;
            ran.countDown();
          }
        },
        0);
    ticks++;
    ran.await();
    timer.cancel();
  }
}
