package atoms;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Every access holds the same lock from entry to end: nothing can come between, so nothing is listed but what is said. */
class Guarded {
  private int byThis;
  private int byLock;
  private int byField;
  private static int byClass;
  private int sometimes;
  private int fixed = 3;
  private final ReentrantLock lock = new ReentrantLock();
  private final Object monitor = new Object();
  private final Map<String, Integer> map = new HashMap<>();

  synchronized void self() {
    byThis++;
  }

  void selfBlock() {
    synchronized (this) {
      byThis--;
    }
  }

  void locked() {
    lock.lock();
    try {
      byLock++;
    } finally {
      lock.unlock();
    }
  }

  void field() {
    synchronized (monitor) {
      byField++;
      if (!map.containsKey("a")) map.put("a", byField);
    }
  }

  static synchronized void ofClass() {
    byClass++;
  }

  static void ofClassBlock() {
    synchronized (Guarded.class) {
      byClass++;
    }
  }

  synchronized void here() {
    sometimes++; // listed: not there
  }

  void there() {
    sometimes = 0;
  }

  void apart() { // listed: the lock is given up between
    int old;
    synchronized (monitor) {
      old = byField;
    }
    synchronized (monitor) {
      byField = old + 1;
    }
  }

  int neverWritten() {
    return fixed > 2 ? fixed : 0;
  }
}
