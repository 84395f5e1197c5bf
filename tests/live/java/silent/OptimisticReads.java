package silent;

import java.util.concurrent.locks.StampedLock;
import support.Check;
import support.Threads;

/** Optimistic reads of a StampedLock; the fields are volatile: plain ones would race even if validated. */
public class OptimisticReads {
  static final StampedLock LOCK = new StampedLock();
  static volatile int x;
  static volatile int y;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 1; i <= 200; i++) {
            long stamp = LOCK.writeLock();
            x = i;
            y = -i;
            LOCK.unlockWrite(stamp);
          }
        },
        () -> {
          for (int seen = 0; seen < 200; ) {
            long stamp = LOCK.tryOptimisticRead();
            int a = x;
            int b = y;
            if (LOCK.validate(stamp)) {
              Check.same(0, a + b);
              seen = a;
            }
          }
        });
    Check.result(0, x + y);
  }
}
