/** Arrays of every element type, of several dimensions, and the stack shuffles that compound assignments need. */
final class Arrays {
  private Arrays() {}

  static void run() {
    boolean[] flags = {true, false, true};
    flags[1] |= flags[0];
    flags[2] ^= true;
    byte[] bytes = {1, -2, 3};
    bytes[0] += 300;
    bytes[1]--;
    char[] chars = "hello".toCharArray();
    chars[0] += 1;
    short[] shorts = new short[3];
    shorts[1] = (short) (shorts[2]-- - 7);
    int[] ints = {5, 6, 7};
    int at = 0;
    ints[at++] += ints[at++] * ints[at];
    long[] longs = new long[2];
    longs[0] = longs[1] = 1L << 33;
    longs[1] >>>= 3;
    long old = longs[0]++ + ++longs[1];
    float[] floats = {1.5f, 2.5f};
    floats[0] /= floats[1]--;
    double[] doubles = {1, 2};
    double assigned = doubles[0] = doubles[1] *= 3.5;
    String[] strings = new String[2];
    strings[0] = "a";
    strings[0] += strings[1] + 1;
    Everything.print("flags", flags[0], flags[1], flags[2]);
    Everything.print("small", bytes[0], bytes[1], new String(chars), shorts[1], shorts[2]);
    Everything.print("ints", ints[0], ints[1], ints[2], at, old, longs[0], longs[1]);
    Everything.print("floating", floats[0], floats[1], assigned, doubles[0], doubles[1], strings[0]);
    many();
    shared();
  }

  private static void many() {
    int[][] grid = new int[3][4];
    for (int[] row : grid) {
      for (int i = 0; i < row.length; ++i) row[i] = i * i - row.length;
    }
    long[][][] cube = new long[2][3][];
    cube[1][2] = new long[] {1, 2, 3};
    cube[1][2][1] += cube[1][2][2]++;
    Object[][] objects = {{1, "two"}, {3.0, 'c', null}, {}};
    int nulls = 0, total = 0;
    for (Object[] row : objects) {
      for (Object object : row) {
        total++;
        if (object == null) nulls++;
      }
    }
    Everything.print("many", grid[2][3], cube[1][2][1], cube[1][2][2], cube[0][0] == null, nulls, total, sum(), sum(1),
        sum(1, 2, 3), objects[1].clone().length);
    Everything.print("classes", grid.getClass(), cube[0].getClass(), String[][].class, int.class, grid[0].clone()[0]);
    try {
      Object[] stored = new String[1];
      stored[0] = 1;
    } catch (ArrayStoreException e) {
      Everything.print("store", e.getMessage());
    }
    try {
      Everything.print("negative", new int[-nulls].length);
    } catch (NegativeArraySizeException e) {
      Everything.print("negative", e.getMessage());
    }
  }

  private static int sum(int... values) {
    int sum = 0;
    for (int value : values) sum += value;
    return sum;
  }

  private long counter = 10;
  private static double total;
  private Integer boxed = 127;

  private static void shared() {
    Arrays self = new Arrays();
    long before = self.counter++;
    long after = --self.counter - (self.counter += 5);
    double assigned = total = self.counter * 0.5;
    self.boxed++;
    Integer copy = self.boxed--;
    Everything.print("fields", before, after, assigned, total++, self.boxed, copy, self.counter);
  }
}
