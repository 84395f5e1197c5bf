package silent;

import support.Check;
import support.Threads;

/** Recursion that ends with the stack, in blocks and methods that hold locks: none of them stays taken. */
public class OverflowUnderLock {
  static final Object lock = new Object();
  static int depth;

  static synchronized int deep(int n) {
    depth = n;
    synchronized (lock) {
      return deep(n + 1) + 1;
    }
  }

  static boolean overflows() {
    try {
      return deep(0) < 0;
    } catch (StackOverflowError expected) {
      return true;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < 5; i++) Check.same(true, overflows());
          Check.same(false, Thread.holdsLock(lock) || Thread.holdsLock(OverflowUnderLock.class));
        });
    synchronized (lock) {
      Check.result(true, overflows() && depth > 0);
    }
  }
}
