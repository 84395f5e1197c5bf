package support;

import java.util.function.BooleanSupplier;

/** Data that one thread writes before it raises a flag, and another behind having seen it. */
public final class HandOver {
  private static int data;

  private HandOver() {}

  public static void by(Runnable raise, BooleanSupplier isRaised) throws InterruptedException {
    Threads.together(
        () -> {
          data++;
          raise.run();
        },
        () -> {
          while (!isRaised.getAsBoolean()) Thread.onSpinWait();
          data++;
        });
  }

  /** How often it was written: twice by each hand-over. */
  public static int writes() {
    return data;
  }
}
