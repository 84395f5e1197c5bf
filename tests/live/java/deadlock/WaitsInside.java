package deadlock;

import support.Threads;

/** All take the locks in the same order; but a thread that comes back from a wait takes the outer one second. */
public class WaitsInside {
  static final class Inner {}  // expect: predicted deadlock.WaitsInside$Inner

  static final class Outer {}

  public static void main(String[] args) throws Exception {
    Inner inner = new Inner();
    Outer outer = new Outer();
    Object schedule = new Object();
    boolean[] done = new boolean[1];
    Threads.together(
        () -> {
          synchronized (outer) {
            synchronized (inner) {
              outer.wait(1);
            }
          }
          synchronized (schedule) {
            done[0] = true;
          }
        },
        () -> {
          for (boolean over = false; !over; ) {
            synchronized (schedule) {
              over = done[0];
            }
          }
          synchronized (outer) {
            synchronized (inner) {
              System.out.println("outer, inner");
            }
          }
        });
  }
}
