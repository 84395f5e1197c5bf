package views;

import support.Threads;

/** What is no error by default: an inner lock, constants, and what comes before all others. */
public class Harmless {
  // expect strictly: {x,y} {x} {y}
  // expect strictly: {x,y} {x} {y}
  // expect strictly: {a,b} {a} {b}
  static final class Pair {
    int x;
    int y;
    int a = 1;
    int b = 2;

    synchronized void setX() {
      x++;
    }

    synchronized void setY() {
      y++;
    }

    synchronized int a() {
      return a;
    }

    synchronized int b() {
      return b;
    }

    synchronized int both() {
      return a + b;
    }
  }

  public static void main(String[] args) throws Exception {
    Object outer = new Object();
    Pair pair = new Pair();
    Threads.Body nested = () -> {
      synchronized (outer) {
        pair.setX();
        pair.setY();
      }
    };
    Threads.together(nested, nested);
    Threads.together(() -> pair.both(), () -> {
      pair.a();
      pair.b();
    });
  }
}
