package check;

import java.util.concurrent.locks.ReentrantLock;

/** Segments that are locks of what they hold; the size of all has no lock. */
public class Stripes {
  static class Segment extends ReentrantLock {
    private int entries;

    void add() {
      lock();
      try {
        entries++;
      } finally {
        unlock();
      }
    }
  }

  private final Segment[] segments = new Segment[8];
  private int size; // expect: check.Stripes.size

  Stripes() {
    for (int i = 0; i < segments.length; i++) segments[i] = new Segment();
  }

  void add(Object key) {
    segments[key.hashCode() & 7].add();
    size++;
  }

  public static void main(String[] args) {
    Stripes shared = new Stripes();
    for (int i = 0; i < 2; i++) new Thread(() -> shared.add("key")).start();
  }
}
