package silent;

import java.util.concurrent.locks.StampedLock;
import support.Check;
import support.Threads;

/**
 * Stamps of a StampedLock that become others: a lock given up for an optimistic read, and an optimistic read for a lock. And
 * one that is 0, since there is a writer: what is read then is validated too, in vain.
 */
public class ConvertedStamps {
  static final StampedLock LOCK = new StampedLock();
  static int x;
  static int y;

  static int sum() {
    long stamp = LOCK.tryConvertToOptimisticRead(LOCK.readLock());
    int sum = x + y;
    if (LOCK.validate(stamp)) return sum;
    stamp = LOCK.readLock();
    try {
      return x + y;
    } finally {
      LOCK.unlockRead(stamp);
    }
  }

  static int sumAtOnce() {
    for (;;) {
      long stamp = LOCK.tryOptimisticRead();
      int sum = x + y;
      if (LOCK.validate(stamp)) return sum;
    }
  }

  static void move() {
    for (long stamp = LOCK.tryOptimisticRead();; stamp = LOCK.writeLock()) {
      if (stamp == 0) continue;
      int next = x + 1;
      long writing = LOCK.tryConvertToWriteLock(stamp);
      if (writing == 0) continue;
      x = next;
      y = -next;
      LOCK.unlockWrite(writing);
      return;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body moves =
        () -> {
          for (int i = 0; i < 200; i++) move();
        };
    Threads.together(
        moves,
        moves,
        () -> {
          for (int i = 0; i < 200; i++) {
            Check.same(0, sum());
            Check.same(0, sumAtOnce());
          }
        });
    Check.result(400, x);
  }
}
