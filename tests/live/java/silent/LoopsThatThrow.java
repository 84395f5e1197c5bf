package silent;

import support.Check;
import support.Threads;

/** Loops that end by an exception have not touched what they did not reach; and whoever caught it before catches it now. */
public class LoopsThatThrow {
  static final int LENGTH = 100;
  static final int HALF = 50;

  static final int[] divided = new int[LENGTH];
  static final double[] inner = new double[LENGTH];
  static final short[] nested = new short[LENGTH];

  static int caught;

  static void divide(int[] a) {
    try {
      for (int i = 0; i < LENGTH; i++) a[i] = LENGTH / (HALF - i);
    } catch (ArithmeticException end) {
      caught++;
    }
  }

  static void copy(long[] from, long[] to) {
    for (int i = 0; i < from.length; i++) to[i] = from[i];
  }

  /** Part of each round has a handler of its own, which ends the loop. */
  static void handled(double[] a) {
    int zero = HALF;
    for (int i = 0; i < LENGTH; i++) {
      a[i] = 1;
      try {
        zero += LENGTH / (HALF - 1 - i);
      } catch (ArithmeticException end) {
        caught++;
        break;
      }
    }
  }

  static void inBoth(short[] a) {
    try {
      for (int row = 0; row < 3; row++) {
        for (int i = 0; i < LENGTH; i++) a[i] = (short) (LENGTH / (HALF + row * HALF - i));
      }
    } catch (ArithmeticException end) {
      caught++;
    }
  }

  static void firstHalf() {
    divide(divided);
    try {
      copy(new long[LENGTH], new long[HALF]);
    } catch (ArrayIndexOutOfBoundsException end) {
      caught++;
    }
    handled(inner);
    inBoth(nested);
    Check.same(4, caught);
  }

  static void secondHalf() {
    for (int i = HALF; i < LENGTH; i++) {
      divided[i] = i;
      inner[i] = i;
      nested[i] = 1;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(LoopsThatThrow::firstHalf, LoopsThatThrow::secondHalf);
    Check.same(HALF, divided[HALF]);
  }
}
