package views;

import support.NoEdge;
import support.Threads;

/** Fig. 2: the task sets the value and the flag in two sections, the daemon reads them in one. */
public class RemoteAgent {
  // expect: {achieved,state,value} {achieved} {value}
  static final class Entry {
    int value;
    boolean achieved;
    int state;
  }

  static final Object table = new Object();
  static final Entry entry = new Entry();

  static void task() {
    synchronized (table) {
      entry.value = 1;
    }
    // achieve the property
    synchronized (table) {
      entry.achieved = true;
    }
  }

  static void daemon() {
    synchronized (table) {
      boolean achieved = entry.achieved;
      int state = entry.state;
      if (achieved & state != entry.value) entry.state = entry.value;
    }
  }

  public static void main(String[] args) throws Exception {
    NoEdge looked = new NoEdge();
    Threads.together(
        () -> {
          looked.await();
          task();
        },
        () -> {
          daemon();
          looked.raise();
        });
  }
}
