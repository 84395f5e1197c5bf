package silent;

import support.Check;
import support.Threads;

/** Loops over arrays in all shapes, each ending just before the element that another thread has for itself. */
public class LoopShapes {
  static final int LENGTH = 100;
  static final int BORDER = 70;

  static final int[] up = new int[LENGTH];
  static final long[] down = new long[LENGTH];
  static final double[] byTwo = new double[LENGTH];
  static final float[] atLeastOnce = new float[LENGTH];
  static final short[] brokenOff = new short[LENGTH];
  static final char[] shifted = new char[LENGTH];
  static final byte[] searched = new byte[LENGTH];
  static final boolean[] skipped = new boolean[LENGTH];
  static final int[] none = new int[LENGTH];
  static final int[] sometimes = new int[LENGTH];
  static final int[] twice = new int[LENGTH];

  static void countUp(int[] a) {
    for (int i = 0; i < BORDER; i++) a[i] = i;
  }

  static void countDown(long[] a) {
    for (int i = LENGTH - 1; i > BORDER; i--) a[i] -= i;
  }

  static void everyOther(double[] a) {
    for (int i = 1; i < LENGTH; i += 2) a[i] = i;
  }

  static void doWhile(float[] a) {
    int i = 0;
    do {
      a[i] = i;
      i++;
    } while (i < BORDER);
  }

  static void breakOff(short[] a) {
    for (int i = 0; i < LENGTH; i++) {
      if (i == BORDER) break;
      a[i] = 1;
    }
  }

  static void shift(char[] a, int by) {
    for (int i = 0; i + by < BORDER; i++) a[i + by] = 'x';
  }

  static int search(byte[] a) {
    for (int i = 0; i < a.length; i++) {
      if (i == BORDER) return i;
      if (a[i] != 0) return -1;
    }
    return -1;
  }

  static int skip(boolean[] a) {
    int i = 0;
    while (i < BORDER && !a[i]) i++;
    return i;
  }

  static void never(int[] a, int n) {
    for (int i = 0; i < n; i++) a[i + BORDER] = i;
  }

  static void onSomeRounds(int[] a) {
    for (int i = 0; i < LENGTH; i++) {
      if (i % 10 != 0) a[i] = i;
    }
  }

  static void twoSteps(int[] a) {
    for (int i = 0; i < LENGTH - 2; i++) {
      a[i] = i;
      i++;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          countUp(up);
          countDown(down);
          everyOther(byTwo);
          doWhile(atLeastOnce);
          breakOff(brokenOff);
          shift(shifted, 3);
          Check.same(2 * BORDER, search(searched) + skip(skipped));
          never(none, 0);
          onSomeRounds(sometimes);
          twoSteps(twice);
        },
        () -> {
          up[BORDER] = 1;
          down[BORDER] = 1;
          byTwo[BORDER] = 1;
          atLeastOnce[BORDER] = 1;
          brokenOff[BORDER] = 1;
          shifted[BORDER] = 1;
          searched[BORDER] = 1;
          skipped[BORDER] = true;
          none[BORDER] = 1;
          sometimes[BORDER] = 1;
          twice[1] = twice[LENGTH - 1] = 1;
        });
    Check.result(1, up[BORDER]);
  }
}
