package seeds;

import java.util.List;

/** Records, sealed types, private interface methods, nests. */
sealed interface Modern permits Modern.Point, Modern.Pair, Modern.Other {
  record Point(int x, @Deprecated double y) implements Modern {
    public Point {
      if (x < 0) throw new IllegalArgumentException("x = " + x + ", y = " + y);
    }
  }

  record Pair<T>(T first, List<T> second) implements Modern {}

  non-sealed class Other implements Modern {}

  private int secret() { return 1; }

  default int open(Object o) {
    return o instanceof Point p && p.x() > 3 ? p.x() : switch (secret()) {
      case 1, 2 -> 5;
      default -> {
        assert o != null : "text";
        yield 7;
      }
    };
  }
}
