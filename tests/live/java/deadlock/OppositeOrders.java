package deadlock;

import support.Threads;

/** Two threads, two monitors, each in its own order; one after the other, so that nothing happens. */
public class OppositeOrders {
  static final class First {}  // expect: predicted deadlock.OppositeOrders$First

  static final class Second {}

  public static void main(String[] args) throws Exception {
    First first = new First();
    Second second = new Second();
    Object turn = new Object();
    boolean[] done = new boolean[1];
    Threads.together(
        () -> {
          synchronized (first) {
            synchronized (second) {
              System.out.println("first, second");
            }
          }
          synchronized (turn) {
            done[0] = true;
          }
        },
        () -> {
          for (boolean over = false; !over; ) {
            synchronized (turn) {
              over = done[0];
            }
          }
          synchronized (second) {
            synchronized (first) {
              System.out.println("second, first");
            }
          }
        });
  }
}
