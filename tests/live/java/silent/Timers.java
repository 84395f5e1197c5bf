package silent;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import support.Check;

/** A Timer's tasks run in one thread: scheduling hands over to them, and they share plain data. */
public class Timers {
  static int input;
  static int runs;

  public static void main(String[] args) throws Exception {
    Timer timer = new Timer(true);
    CountDownLatch done = new CountDownLatch(3);
    input = 10;
    for (int i = 0; i < 3; i++) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              runs += input;
              done.countDown();
            }
          },
          i);
    }
    done.await();
    timer.cancel();
    Check.result(30, runs);
  }
}
