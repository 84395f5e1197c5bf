package racing;

import support.NoEdge;
import support.Threads;

/** The check is outside the lock, the act inside. */
public class CheckThenAct {
  static final Object LOCK = new Object();
  static int seats = 1;  // expect: observed racing.CheckThenAct.seats

  static void book() {
    if (seats > 0) {
      synchronized (LOCK) {
        seats--;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    NoEdge booked = new NoEdge();
    Threads.together(
        () -> {
          book();
          booked.raise();
        },
        () -> {
          booked.await();
          book();
        });
  }
}
