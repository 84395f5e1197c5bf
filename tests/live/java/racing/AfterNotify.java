package racing;

import support.Check;
import support.Threads;

/** Data written after the synchronized block with the notify, and read after the wait. */
public class AfterNotify {
  static final Object LOCK = new Object();
  static boolean ready;
  static int data;  // expect: observed racing.AfterNotify.data

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
          }
          data = 42;
        },
        () -> {
          synchronized (LOCK) {
            while (!ready) LOCK.wait();
          }
          Check.same(true, data >= 0);
        });
  }
}
