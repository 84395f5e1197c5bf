package racing;

import java.util.Arrays;
import support.Check;
import support.Threads;

/** Library operations on whole arrays are reads and writes of their elements. */
public class ArrayOperations {
  static final int[] copied = new int[4];  // expect: observed int[]
  static final long[] filled = new long[4];  // expect: observed long[]
  static final double[] cloned = new double[4];  // expect: observed double[]
  static final char[] sorted = new char[4];  // expect: observed char[]

  public static void main(String[] args) throws Exception {
    int[] source = {1, 2, 3, 4};
    // Classes that the threads need are loaded here: class loaders have locks, which could order the threads.
    System.arraycopy(new int[4], 0, new int[4], 0, 4);
    Check.same(true, Arrays.equals(source, source));
    Threads.together(
        () -> {
          System.arraycopy(source, 0, copied, 0, 4);
          Arrays.fill(filled, 1L);
          cloned[2] = 1;
          Arrays.sort(sorted);
        },
        () -> {
          copied[3]++;
          filled[0]++;
          Check.same(4, cloned.clone().length);
          sorted[1] = 'x';
        });
  }
}
