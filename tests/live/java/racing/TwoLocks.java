package racing;

import support.Threads;

/** Both take a lock, each its own. */
public class TwoLocks {
  static final Object ONE = new Object();
  static final Object TWO = new Object();
  static int total;  // expect: observed racing.TwoLocks.total

  static void bump(Object lock) {
    synchronized (lock) {
      total++;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(() -> bump(ONE), () -> bump(TWO));
  }
}
