package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import support.Check;
import support.Threads;

/** A ring between one producer and one consumer: plain slots, indices that are released and acquired, or put lazily. */
public class RingBuffers {
  static final VarHandle HEAD;
  static final VarHandle TAIL;

  static {
    try {
      HEAD = MethodHandles.lookup().findStaticVarHandle(RingBuffers.class, "head", int.class);
      TAIL = MethodHandles.lookup().findStaticVarHandle(RingBuffers.class, "tail", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  static final String[] slots = new String[4];
  static int head;
  static int tail;

  static final long[] numbers = new long[4];
  static final AtomicLong written = new AtomicLong();
  static final AtomicLong read = new AtomicLong();

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < 60; i++) {
            while (i - (int) HEAD.getAcquire() == slots.length) Thread.onSpinWait();
            slots[i % slots.length] = "item " + i;
            TAIL.setRelease(i + 1);
            while (i - read.get() == numbers.length) Thread.onSpinWait();
            numbers[i % numbers.length] = i;
            written.lazySet(i + 1);
          }
        },
        () -> {
          for (int i = 0; i < 60; i++) {
            while ((int) TAIL.getAcquire() == i) Thread.onSpinWait();
            Check.result("item " + i, slots[i % slots.length]);
            HEAD.setRelease(i + 1);
            while (written.get() == i) Thread.onSpinWait();
            Check.result((long) i, numbers[i % numbers.length]);
            read.lazySet(i + 1);
          }
        });
  }
}
