package atoms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
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
  private final List<String> list = Collections.synchronizedList(new ArrayList<>());
  private final Vector<String> vector = new Vector<>();
  private List<String> replaced = Collections.synchronizedList(new ArrayList<>());
  private final List<String> byOther = Collections.synchronizedList(new ArrayList<>());

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

  void append(String text) {
    list.add(text);
    vector.add(text);
    replaced.add(text);
    byOther.add(text);
  }

  void replace() {
    replaced = new ArrayList<>();
  }

  String lasts() { // each call of these holds the same monitor
    synchronized (list) {
      synchronized (vector) {
        return list.get(list.size() - 1) + vector.get(vector.size() - 1);
      }
    }
  }

  String lastOfReplaced() { // listed: it may be another list
    synchronized (replaced) {
      return replaced.get(replaced.size() - 1);
    }
  }

  String lastByOther() { // listed: that is no lock of the list's
    synchronized (monitor) {
      return byOther.get(byOther.size() - 1);
    }
  }

  int neverWritten() {
    return fixed > 2 ? fixed : 0;
  }
}
