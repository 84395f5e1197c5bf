package racing;

import support.Check;
import support.Threads;

/** The data is written after the volatile flag that should announce it. */
public class WriteAfterVolatile {
  static int data;  // expect: observed racing.WriteAfterVolatile.data
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          ready = true;
          data = 42;
        },
        () -> {
          while (!ready) Thread.onSpinWait();
          Check.same(true, data >= 0);
        });
  }
}
