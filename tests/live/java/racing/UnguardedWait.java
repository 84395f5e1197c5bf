package racing;

import support.NoEdge;
import support.Threads;

/** The state that the waiter waits for is changed outside the monitor that it is notified with. */
public class UnguardedWait {
  static final Object LOCK = new Object();
  static boolean ready;  // expect: observed racing.UnguardedWait.ready

  public static void main(String[] args) throws Exception {
    NoEdge looked = new NoEdge();
    Threads.together(
        () -> {
          synchronized (LOCK) {
            boolean waiting = !ready;
            looked.raise();
            while (waiting && !ready) LOCK.wait();
          }
        },
        () -> {
          looked.await();
          ready = true;
          synchronized (LOCK) {
            LOCK.notifyAll();
          }
        });
  }
}
