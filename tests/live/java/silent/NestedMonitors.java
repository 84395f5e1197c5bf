package silent;

import support.Check;
import support.Threads;

/** Two monitors, taken in the same order, each guarding its own data; the inner one also taken alone. */
public class NestedMonitors {
  static final Object OUTER = new Object();
  static final Object INNER = new Object();
  static int underOuter;
  static int underInner;

  public static void main(String[] args) throws Exception {
    Threads.Body both = () -> {
      for (int i = 0; i < 100; i++) {
        synchronized (OUTER) {
          underOuter++;
          synchronized (INNER) {
            underInner++;
          }
          underOuter++;
        }
      }
    };
    Threads.Body inner = () -> {
      for (int i = 0; i < 100; i++) {
        synchronized (INNER) {
          underInner++;
        }
      }
    };
    Threads.together(both, both, inner);
    Check.result("400 300", underOuter + " " + underInner);
  }
}
