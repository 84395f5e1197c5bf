package racing;

import support.NoEdge;
import support.Threads;

/** Loops over arrays in all shapes: one thread's loop ends at an element that another then writes, with no edge between. */
public class LoopShapes {
  static final int LENGTH = 100;
  static final int LAST = 70;

  static final int[] up = new int[LENGTH];  // expect: observed int[]
  static final long[] down = new long[LENGTH];  // expect: observed long[]
  static final double[] byTwo = new double[LENGTH];  // expect: observed double[]
  static final float[] atLeastOnce = new float[LENGTH];  // expect: observed float[]
  static final short[] brokenOff = new short[LENGTH];  // expect: observed short[]
  static final char[] shifted = new char[LENGTH];  // expect: observed char[]
  static final byte[] searched = new byte[LENGTH];  // expect: observed byte[]
  static final boolean[] skipped = new boolean[LENGTH];  // expect: observed boolean[]
  static final Integer[] objects = new Integer[LENGTH];  // expect: observed java.lang.Integer[]
  static long sum;

  static void countUp(int[] a) {
    for (int i = 0; i <= LAST; i++) a[i] = i;
  }

  static void countDown(long[] a) {
    for (int i = LENGTH - 1; i >= LAST; i--) a[i] -= i;
  }

  static void everyOther(double[] a) {
    for (int i = 0; i <= LAST; i += 2) a[i] = i;
  }

  static void doWhile(float[] a) {
    int i = 0;
    do {
      a[i] = i;
      i++;
    } while (i <= LAST);
  }

  static void breakOff(short[] a) {
    for (int i = 0; i < LENGTH; i++) {
      a[i] = 1;
      if (i == LAST) break;
    }
  }

  static void shift(char[] a, int by) {
    for (int i = 0; i <= LAST - by - 1; i++) a[i + by + 1] = 'x';
  }

  static int search(byte[] a) {
    for (int i = 0; i < a.length; i++) {
      if (a[i] == 0 && i == LAST) return i;
    }
    return -1;
  }

  static int skip(boolean[] a) {
    int i = 0;
    while (i < LENGTH && !a[i] && i < LAST) i++;
    return i;
  }

  static int walk(Integer[] a) {
    int found = 0;
    for (int i = 0; i <= LAST; i++) {
      if (a[i] != null) found++;
    }
    return found;
  }

  public static void main(String[] args) throws Exception {
    NoEdge looped = new NoEdge();
    Threads.together(
        () -> {
          countUp(up);
          countDown(down);
          everyOther(byTwo);
          doWhile(atLeastOnce);
          breakOff(brokenOff);
          shift(shifted, 3);
          int done = search(searched) + skip(skipped) + walk(objects);
          looped.raise();
          if (done < 0) throw new AssertionError();
        },
        () -> {
          looped.await();
          up[LAST] = 1;
          down[LAST] = 1;
          byTwo[LAST] = 1;
          atLeastOnce[LAST] = 1;
          brokenOff[LAST] = 1;
          shifted[LAST] = 1;
          searched[LAST] = 1;
          skipped[LAST] = true;
          objects[LAST] = 1;
        });
  }
}
