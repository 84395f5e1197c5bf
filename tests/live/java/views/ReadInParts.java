package views;

import support.Threads;

/** Each thread comes once: one sets both under the lock, the other reads one after the other. */
public class ReadInParts {
  // expect: {x,y} {x} {y}
  static final class Pair {
    int x;
    int y;

    synchronized void set() {
      x = 1;
      y = 2;
    }

    synchronized int x() {
      return x;
    }

    synchronized int y() {
      return y;
    }
  }

  // Made and filled by the one who publishes it: constants to all others.
  // expect strictly: {u,v,point} {u,point} {v,point}
  static final class Point {
    final int id;
    int u;
    int v;

    Point(int id) {
      this.id = id;
      u = id;
      v = id;
    }
  }

  static Point point;

  static synchronized void make() {
    point = new Point(1);
  }

  static synchronized int u() {
    return point.u;
  }

  static synchronized int v() {
    return point.v;
  }

  public static void main(String[] args) throws Exception {
    Pair pair = new Pair();
    Threads.race(pair::set, () -> {
      pair.x();
      pair.y();
    });
    Threads.race(ReadInParts::make, () -> {
      u();
      v();
    });
  }
}
