package silent;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import support.Check;
import support.Threads;

/** Updaters on volatile fields order as the atomics do. */
public class FieldUpdaters {
  volatile int number;
  volatile long wide;
  volatile int[] box;
  int data;

  static final AtomicIntegerFieldUpdater<FieldUpdaters> NUMBER =
      AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "number");
  static final AtomicLongFieldUpdater<FieldUpdaters> WIDE =
      AtomicLongFieldUpdater.newUpdater(FieldUpdaters.class, "wide");
  static final AtomicReferenceFieldUpdater<FieldUpdaters, int[]> BOX =
      AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, int[].class, "box");

  public static void main(String[] args) throws Exception {
    FieldUpdaters it = new FieldUpdaters();
    Threads.together(
        () -> {
          it.data = 1;
          NUMBER.incrementAndGet(it);
          int[] box = {2};
          BOX.compareAndSet(it, null, box);
        },
        () -> {
          while (it.number == 0) Thread.onSpinWait();
          it.data += 2;
          WIDE.addAndGet(it, 5);
        },
        () -> {
          while (WIDE.get(it) == 0 || BOX.get(it) == null) Thread.onSpinWait();
          Check.result(5, it.data + it.box[0]);
        });
  }
}
