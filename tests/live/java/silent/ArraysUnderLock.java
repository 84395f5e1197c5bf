package silent;

import java.util.Arrays;
import support.Check;
import support.Threads;

/** clone, arraycopy, fill, copyOf, sort and equals of a shared array, all under its lock. */
public class ArraysUnderLock {
  static final int[] shared = new int[8];

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 1; i <= 50; i++) {
            synchronized (shared) {
              Arrays.fill(shared, i);
              System.arraycopy(shared, 0, shared, 4, 4);
              Arrays.sort(shared);
            }
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            synchronized (shared) {
              int[] clone = shared.clone();
              int[] copy = Arrays.copyOf(shared, 8);
              Check.same(true, Arrays.equals(clone, copy));
              Check.same(shared[0], Arrays.stream(shared).max().getAsInt());
            }
          }
        });
    Check.result(50, shared[7]);
  }
}
