package racing;

import support.NoEdge;
import support.Threads;

/** One thread walks through arrays in steps; another then comes to a single element that it met, in each possible way. */
public class Strides {
  static final int LENGTH = 200;
  static final int MET = 138;  // of both 2 and 3 a multiple

  static final int[] alone = new int[LENGTH];  // expect: observed int[]
  static final long[] withNeighbours = new long[LENGTH];  // expect: observed long[]
  static final double[] inOtherSteps = new double[LENGTH];  // expect: observed double[]
  static final float[] inMultiples = new float[LENGTH];  // expect: observed float[]
  static final short[] afterWhole = new short[LENGTH];  // expect: observed short[]
  static final char[] manyBorders = new char[LENGTH];  // expect: observed char[]

  static void walk(NoEdge walked) {
    for (int i = 0; i < LENGTH; i += 2) alone[i] = i;
    for (int i = 0; i < LENGTH; i += 2) withNeighbours[i] = i;
    for (int i = 0; i < LENGTH; i += 2) inOtherSteps[i] = i;
    for (int i = 0; i < LENGTH; i += 2) inMultiples[i] = i;
    for (int i = 0; i < LENGTH; i++) afterWhole[i] = 1;
    for (int i = 0; i < LENGTH; i += 3) manyBorders[i] = 'x';
    walked.raise();
  }

  static double meet() {
    double sum = 0;
    alone[MET] = 1;
    for (int i = MET - 1; i < MET + 2; i++) sum += withNeighbours[i];
    for (int i = MET; i < LENGTH; i += 3) sum += inOtherSteps[i];  // the next of both would be 144
    for (int i = 2; i < LENGTH; i += 4) inMultiples[i] = 1;
    for (int i = MET; i < LENGTH; i += 60) afterWhole[i] = 2;
    for (int i = MET; i < MET + 1; i += 7) manyBorders[i] = 'y';
    return sum;
  }

  public static void main(String[] args) throws Exception {
    NoEdge walked = new NoEdge();
    Threads.together(() -> walk(walked), () -> {
      walked.await();
      if (meet() < 0) throw new AssertionError();
    });
  }
}
