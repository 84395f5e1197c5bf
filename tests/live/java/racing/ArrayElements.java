package racing;

import support.Threads;

/** One element of an array of each type, bumped by two threads. */
public class ArrayElements {
  static final byte[] bytes = new byte[2];  // expect: observed byte[]
  static final boolean[] booleans = new boolean[2];  // expect: observed boolean[]
  static final short[] shorts = new short[2];  // expect: observed short[]
  static final char[] chars = new char[2];  // expect: observed char[]
  static final int[] ints = new int[2];  // expect: observed int[]
  static final long[] longs = new long[2];  // expect: observed long[]
  static final float[] floats = new float[2];  // expect: observed float[]
  static final double[] doubles = new double[2];  // expect: observed double[]
  static final String[] strings = new String[2];  // expect: observed java.lang.String[]
  static final int[][] rows = new int[2][];  // expect: observed int[][]

  static void work() {
    bytes[1]++;
    booleans[1] = !booleans[1];
    shorts[1]++;
    chars[1]++;
    ints[1]++;
    longs[1]++;
    floats[1]++;
    doubles[1]++;
    strings[1] = "x";
    rows[1] = new int[1];
  }

  public static void main(String[] args) throws Exception {
    Threads.together(ArrayElements::work, ArrayElements::work);
  }
}
