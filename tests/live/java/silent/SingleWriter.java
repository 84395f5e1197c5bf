package silent;

import support.Check;
import support.Threads;

/** One thread alone writes, under the lock, and reads without; the others read under the lock. */
public class SingleWriter {
  static final Object LOCK = new Object();
  static int rides;

  public static void main(String[] args) throws Exception {
    Threads.Body reader = () -> {
      int last = 0;
      while (last < 30) {
        synchronized (LOCK) {
          Check.same(true, last <= rides);
          last = rides;
        }
      }
    };
    Threads.together(reader, reader, () -> {
      while (rides < 30) {
        synchronized (LOCK) {
          rides++;
        }
      }
    });
    Check.result(30, rides);
  }
}
