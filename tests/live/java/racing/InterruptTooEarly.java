package racing;

import support.Check;
import support.Threads;

/** Data written after the interrupt that should announce it. */
public class InterruptTooEarly {
  static int reason;  // expect: observed racing.InterruptTooEarly.reason

  public static void main(String[] args) throws Exception {
    Thread worker = Threads.start(() -> {
      while (!Thread.interrupted()) Thread.onSpinWait();
      Check.same(true, reason >= 0);
    });
    worker.interrupt();
    reason = 1;
    worker.join();
  }
}
