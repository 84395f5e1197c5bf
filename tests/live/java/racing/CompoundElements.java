package racing;

import support.NoEdge;
import support.Threads;

/** Elements that are read and written at once: the write tells of the read, unless what is added may leave it alone. */
public class CompoundElements {
  static int index(int i) {
    return i;
  }

  static short fails() {
    throw new IllegalStateException();
  }

  public static void main(String[] args) throws Exception {
    int[] counts = new int[4];  // expect: observed int[]
    long[] sums = new long[4];  // expect: observed long[]
    short[] read = new short[4];  // expect: observed short[]
    double[] values = {1, 2};
    NoEdge first = new NoEdge();
    Threads.together(
        () -> {
          counts[index(1)]++;
          sums[index(2)] += values[0] + values[1];
          try {
            read[index(3)] += fails();
          } catch (IllegalStateException expected) {
            first.raise();
          }
        },
        () -> {
          first.await();
          if (counts[1] != 1 || sums[2] != 3) throw new AssertionError();
          read[3] = 1;
        });
  }
}
