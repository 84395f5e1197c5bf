package check;

import java.util.concurrent.locks.StampedLock;

/** Optimistic reads that are not validated, not on every way, or before the read: found. Read again till valid: nothing. */
public class OptimisticUnvalidated {
  private final StampedLock lock = new StampedLock();
  private int never; // expect: check.OptimisticUnvalidated.never
  private int sometimes; // expect: check.OptimisticUnvalidated.sometimes
  private int late; // expect: check.OptimisticUnvalidated.late
  private int retried;
  private int looped;
  private int helped;

  void write() {
    long stamp = lock.writeLock();
    try {
      never++;
      sometimes++;
      late++;
      retried++;
      looped++;
      helped++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  int never() {
    lock.tryOptimisticRead();
    return never;
  }

  int sometimes(boolean careful) {
    long stamp = lock.tryOptimisticRead();
    int seen = sometimes;
    return careful && !lock.validate(stamp) ? -1 : seen;
  }

  int late() {
    long stamp = lock.tryOptimisticRead();
    return lock.validate(stamp) ? late : -1;
  }

  int retried() {
    while (true) {
      long stamp = lock.tryOptimisticRead();
      int seen = retried;
      if (lock.validate(stamp)) {
        return seen;
      }
    }
  }

  int looped() {
    long stamp = lock.tryOptimisticRead();
    try {
      for (;; stamp = lock.readLock()) {
        if (stamp == 0) {
          continue;
        }
        int seen = looped;
        if (!lock.validate(stamp)) {
          continue;
        }
        return seen;
      }
    } finally {
      if (StampedLock.isReadLockStamp(stamp)) {
        lock.unlockRead(stamp);
      }
    }
  }

  int helped() {
    long stamp = stamp();
    int seen = helped;
    if (isValid(stamp)) {
      return seen;
    }
    throw new IllegalStateException();
  }

  private long stamp() {
    return lock.tryOptimisticRead();
  }

  private boolean isValid(long stamp) {
    return lock.validate(stamp);
  }

  public static void main(String[] args) {
    OptimisticUnvalidated shared = new OptimisticUnvalidated();
    new Thread(shared::write).start();
    new Thread(() -> {
      shared.never();
      shared.sometimes(args.length > 0);
      shared.late();
      shared.retried();
      shared.looped();
      shared.helped();
    }).start();
  }
}
