package silent;

import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import support.Check;
import support.Threads;

/** References with a mark or a stamp: each change hands over. */
public class StampedReferences {
  static final class Box {
    int value;
  }

  public static void main(String[] args) throws Exception {
    AtomicStampedReference<Box> stamped = new AtomicStampedReference<>(new Box(), 0);
    AtomicMarkableReference<Box> markable = new AtomicMarkableReference<>(null, false);
    Threads.together(
        () -> {
          int[] stamp = new int[1];
          Box old = stamped.get(stamp);
          Box next = new Box();
          next.value = old.value + 1;
          Check.same(true, stamped.compareAndSet(old, next, stamp[0], stamp[0] + 1));
          Box marked = new Box();
          marked.value = 10;
          markable.set(marked, true);
        },
        () -> {
          while (stamped.getStamp() == 0) Thread.onSpinWait();
          int sum = stamped.getReference().value;
          while (!markable.isMarked()) Thread.onSpinWait();
          Check.result(11, sum + markable.getReference().value);
        });
  }
}
