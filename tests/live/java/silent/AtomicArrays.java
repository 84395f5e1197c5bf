package silent;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import support.Check;
import support.Threads;

/** Each element of an atomic array is a variable that orders. */
public class AtomicArrays {
  static final int[] plain = new int[4];

  public static void main(String[] args) throws Exception {
    AtomicIntegerArray flags = new AtomicIntegerArray(4);
    AtomicLongArray longs = new AtomicLongArray(1);
    AtomicReferenceArray<int[]> boxes = new AtomicReferenceArray<>(1);
    Threads.together(
        () -> {
          for (int i = 0; i < 4; i++) {
            plain[i] = i + 1;
            flags.set(i, 1);
          }
          boxes.set(0, new int[] {7});
          longs.getAndAdd(0, 2);
        },
        () -> {
          int sum = 0;
          for (int i = 0; i < 4; i++) {
            while (flags.get(i) == 0) Thread.onSpinWait();
            sum += plain[i];
          }
          while (longs.get(0) == 0) Thread.onSpinWait();
          Check.result(17, sum + boxes.get(0)[0]);
        });
  }
}
