package silent;

import support.Check;
import support.Threads;

/** wait() gives up its own monitor only, however often it was entered; what the other guards stays guarded. */
public class WaitInNestedMonitors {
  static final Object OUTER = new Object();
  static final Object INNER = new Object();
  static boolean ready;
  static int underInner;
  static int underOuter;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          synchronized (OUTER) {
            underOuter++;
            synchronized (INNER) {
              synchronized (INNER) {
                while (!ready) INNER.wait();
                underInner++;
              }
              underInner++;
            }
            underOuter++;
          }
        },
        () -> {
          synchronized (INNER) {
            underInner = 5;
            ready = true;
            INNER.notifyAll();
          }
          synchronized (OUTER) {
            underOuter++;
          }
        });
    Check.result("7 3", underInner + " " + underOuter);
  }
}
