/** Numbers of every kind, conversions, comparisons, long and double beside small locals, shifts, loops. */
final class Arithmetic {
  private Arithmetic() {}

  static void run() {
    int[] ints = {0, 1, -1, 7, 127, 128, 32767, 32768, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int a : ints) {
      for (int b : ints) Everything.print("int", a, b, ints(a, b), bits(a, b), compared(a, b));
    }
    long[] longs = {0, 1, -3, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long a : longs) {
      for (long b : longs) Everything.print("long", a, b, longs(a, b), longBits(a, (int) b));
    }
    double[] doubles = {0.0, -0.0, 1.5, -2.25, 1e300, Double.NaN, Double.POSITIVE_INFINITY};
    for (double a : doubles) {
      for (double b : doubles) Everything.print("double", a, b, doubles(a, b), floats((float) a, (float) b));
      Everything.print("to", (int) a, (long) a, (float) a, (byte) a, (char) (int) a, (short) a);
    }
    Everything.print("mixed", mixed(1, 2L, 3.0f, 4.0, (byte) 5, 'c', (short) 6, true));
    Everything.print("loops", countdown(10), collatz(27), nested(5), wide());
  }

  private static String ints(int a, int b) {
    int quotient = b == 0 ? 0 : a / b;
    int remainder = b == 0 ? 0 : a % b;
    return (a + b) + "," + (a - b) + "," + (a * b) + "," + quotient + "," + remainder + "," + -a;
  }

  private static String bits(int a, int b) {
    return (a & b) + "," + (a | b) + "," + (a ^ b) + "," + (a << b) + "," + (a >> b) + "," + (a >>> b) + "," + ~a;
  }

  private static int compared(int a, int b) {
    int result = 0;
    if (a == b) result |= 1;
    if (a != b) result |= 2;
    if (a < b) result |= 4;
    if (a <= b) result |= 8;
    if (a > b) result |= 16;
    if (a >= b) result |= 32;
    if (a == 0) result |= 64;
    if (a < 0) result |= 128;
    if (a >= 0 && b > 0 || a <= 0 && b < 0) result |= 256;
    return result;
  }

  private static String longs(long a, long b) {
    long product = a * b;
    long quotient = b == 0 ? 0 : a / b, remainder = b == 0 ? 0 : a % b;
    boolean less = a < b, same = a == b;
    return product + "," + quotient + "," + remainder + "," + (a + b) + "," + (a - b) + "," + -a + less + same;
  }

  private static String longBits(long a, int by) {
    return (a << by) + "," + (a >> by) + "," + (a >>> by) + "," + (a & 0xffL | 3 ^ by) + "," + (float) a + (double) a;
  }

  private static String doubles(double a, double b) {
    return (a + b) + "," + (a - b) + "," + (a * b) + "," + (a / b) + "," + (a % b) + (a < b) + (a > b) + (a == b);
  }

  private static String floats(float a, float b) {
    return (a + b) + "," + (a - b) + "," + a * b + "," + a / b + "," + a % b + "," + -a + (a <= b) + (a >= b);
  }

  private static String mixed(int i, long l, float f, double d, byte b, char c, short s, boolean z) {
    double sum = i + l + f + d + b + c + s;
    long before = l++;
    double ternary = z ? l : d;
    i += 1000;
    i -= 40000;
    s = (short) (s * 10000);
    b = (byte) (b << 5);
    c++;
    return sum + "," + before + "," + ternary + "," + i + "," + s + "," + b + "," + c;
  }

  /** The first instruction is the loop's head. */
  private static int countdown(int n) {
    while (n-- > 3) {
      if (n == 5) continue;
    }
    return n;
  }

  private static int collatz(long n) {
    int steps = 0;
    do {
      n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
      ++steps;
    } while (n != 1);
    return steps;
  }

  private static int nested(int size) {
    int found = 0;
    outer:
    for (int i = 0; i < size; ++i) {
      for (int j = 0; ; ++j) {
        if (j == size) continue outer;
        if (i * j == 12) break outer;
        found += i ^ j;
      }
    }
    return found;
  }

  /** So many locals that some need the wide form. */
  private static long wide() {
    long a0 = 1, a1 = a0 + 1, a2 = a1 + 1, a3 = a2 + 1, a4 = a3 + 1, a5 = a4 + 1, a6 = a5 + 1, a7 = a6 + 1;
    long b0 = a7, b1 = b0 + a0, b2 = b1 + a1, b3 = b2 + a2, b4 = b3 + a3, b5 = b4 + a4, b6 = b5 + a5, b7 = b6 + a6;
    long sum = 0;
    for (int i = 0; i < 3; ++i) {
      long c0 = b0 + i, c1 = b1 + i, c2 = b2 + i, c3 = b3 + i, c4 = b4 + i, c5 = b5 + i, c6 = b6 + i, c7 = b7 + i;
      sum += c0 * c1 + c2 * c3 + c4 * c5 + c6 * c7;
    }
    return sum + a7 + b7;
  }
}
