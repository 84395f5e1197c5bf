package silent;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import support.Check;
import support.Threads;

/** Plain data behind each kind of write and read of AtomicInteger, AtomicLong and AtomicBoolean. */
public class AtomicNumbers {
  static int a;
  static int b;
  static int c;
  static int d;

  public static void main(String[] args) throws Exception {
    AtomicInteger number = new AtomicInteger();
    AtomicLong wide = new AtomicLong();
    AtomicBoolean flag = new AtomicBoolean();
    AtomicInteger released = new AtomicInteger();
    Threads.together(
        () -> {
          a = 1;
          number.incrementAndGet();
          b = 2;
          wide.lazySet(5);
          c = 3;
          flag.set(true);
          d = 4;
          released.setRelease(1);
        },
        () -> {
          while (number.get() == 0) Thread.onSpinWait();
          int sum = a;
          while (wide.updateAndGet(old -> old) == 0) Thread.onSpinWait();
          sum += b;
          while (!flag.compareAndSet(true, false)) Thread.onSpinWait();
          sum += c;
          while (released.getAcquire() == 0) Thread.onSpinWait();
          Check.result(10, sum + d);
        });
  }
}
