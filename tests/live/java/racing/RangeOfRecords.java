package racing;

import support.NoEdge;
import support.Threads;

/** Copied without the lock under which both threads have written each element by itself. */
public class RangeOfRecords {
  static final Object LOCK = new Object();

  static void fill(byte[] page, int from, byte value) {
    for (int i = from; i < page.length; i += 2) {
      synchronized (LOCK) {
        page[i] = value;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    byte[] page = new byte[32];  // expect: observed byte[]
    byte[] copy = new byte[32];
    NoEdge filled = new NoEdge();
    NoEdge copied = new NoEdge();
    Threads.together(
        () -> {
          fill(page, 0, (byte) 1);
          fill(page, 1, (byte) 1);
          filled.raise();
          copied.await();
          fill(page, 0, (byte) 3);
        },
        () -> {
          filled.await();
          fill(page, 0, (byte) 2);
          fill(page, 1, (byte) 2);
          System.arraycopy(page, 0, copy, 0, page.length);
          copied.raise();
        });
  }
}
