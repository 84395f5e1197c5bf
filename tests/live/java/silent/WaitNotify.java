package silent;

import support.Check;
import support.Threads;

/** The classic: a flag and its data under a monitor, wait in a loop, notify after the change. */
public class WaitNotify {
  static final Object LOCK = new Object();
  static boolean ready;
  static int data;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          synchronized (LOCK) {
            while (!ready) LOCK.wait();
            Check.result(42, data);
          }
        },
        () -> {
          synchronized (LOCK) {
            data = 42;
            ready = true;
            LOCK.notify();
          }
        });
  }
}
