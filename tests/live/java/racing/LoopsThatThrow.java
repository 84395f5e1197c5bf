package racing;

import support.NoEdge;
import support.Threads;

/** Loops over arrays that end by an exception: what the rounds before did is told all the same. */
public class LoopsThatThrow {
  static final int LENGTH = 100;
  static final int LAST = 70;

  static final int[] toItsEnd = new int[LENGTH];  // expect: observed int[]
  static final long[] caughtOutside = new long[LENGTH];  // expect: observed long[]
  static final double[] divided = new double[LENGTH];  // expect: observed double[]
  static final short[] countedFirst = new short[LENGTH];  // expect: observed short[]
  static final char[] doWhile = new char[LENGTH];  // expect: observed char[]

  static void walkToItsEnd(int[] a) {
    try {
      for (int i = 0; ; i++) a[i] = i;
    } catch (ArrayIndexOutOfBoundsException end) {
      a = null;
    }
  }

  static long sum(long[] a) {
    long sum = 0;
    for (int i = LENGTH - 1; ; i--) sum += a[i];
  }

  static void divide(double[] a) {
    int rest = 0;
    try {
      for (int i = 0; i < LENGTH; i++) {
        a[i] = 1;
        rest += LENGTH / (LAST + 1 - i);
      }
    } catch (ArithmeticException end) {
      rest++;
    } finally {
      rest++;
    }
  }

  static void countFirst(short[] a) {
    int i = 0;
    while (true) a[i++] = 1;
  }

  static void atLeastOnce(char[] a, int n) {
    int i = 0;
    do {
      a[i] = 'x';
      i += 2;
    } while (i < n);
  }

  static void ends(Threads.Body loop) throws Exception {
    try {
      loop.run();
    } catch (ArrayIndexOutOfBoundsException end) {
      return;
    }
    throw new AssertionError();
  }

  public static void main(String[] args) throws Exception {
    NoEdge done = new NoEdge();
    Threads.together(
        () -> {
          walkToItsEnd(toItsEnd);
          ends(() -> sum(caughtOutside));
          divide(divided);
          ends(() -> countFirst(countedFirst));
          ends(() -> atLeastOnce(doWhile, LENGTH + 10));
          done.raise();
        },
        () -> {
          done.await();
          toItsEnd[LENGTH - 1] = 1;
          caughtOutside[0] = 1;
          divided[LAST] = 1;
          countedFirst[LENGTH - 2] = 1;
          doWhile[LENGTH - 2] = 'y';
        });
  }
}
