package seeds;

/** Jumps of every kind, both switches, handlers that nest, monitors, arithmetic on every type. */
class Control {
  static long sum;
  volatile int state;
  final int[][] grid = new int[3][4];

  int dense(int key) {
    switch (key) {
      case 1: return 10;
      case 2: return 20;
      case 3: state++;
      case 4: return 40;
      default: return -1;
    }
  }

  String sparse(String key) {
    switch (key) {
      case "one": return "1";
      case "thousand": return "1000";
      default: return key == null ? "" : key;
    }
  }

  synchronized double loops(int n, long m, float f, double d) {
    outer:
    for (int i = 0; i < n; i++) {
      for (int j = n; j > i; j -= 3) {
        if ((i ^ j) == 7) continue outer;
        if (grid[i & 1][j & 3] >= m) break outer;
        d += f * i - j % 5 + (m >>> 2);
      }
    }
    return d > 0 ? (int) d : (byte) n + (char) m + (short) f;
  }

  int guarded(Object lock, int[] data, int at) throws Exception {
    try {
      synchronized (lock) {
        data[at] = data.length;
        return data[at];
      }
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      throw new Exception("no", e);
    } finally {
      sum += at;
      try {
        lock.wait(1);
      } catch (InterruptedException ignored) {
        state = -1;
      }
    }
  }

  boolean types(Object o) {
    if (o instanceof String && ((String) o).isEmpty()) return true;
    Object[] all = {1, 2L, 'c', 4f, 5d, null, new long[2], new Object[1][2][3]};
    return all[0] != o && all.getClass() != Control[].class && 1.5f < sum && 1e300 > sum && 0x123456789L != sum;
  }
}
