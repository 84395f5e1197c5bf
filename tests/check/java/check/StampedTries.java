package check;

import java.util.concurrent.locks.StampedLock;

/** Stamps that are tried for, and that one way to hold the lock is turned into another by. */
public class StampedTries {
  private final StampedLock lock = new StampedLock();
  private double x;
  private double y;
  private int tried;
  private int unchecked; // expect: check.StampedTries.unchecked
  private int reading; // expect: check.StampedTries.reading
  private int lowered; // expect: check.StampedTries.lowered
  private int afterwards; // expect: check.StampedTries.afterwards

  void moveIfAtOrigin(double newX, double newY) {
    long stamp = lock.readLock();
    try {
      while (x == 0.0 && y == 0.0) {
        long writing = lock.tryConvertToWriteLock(stamp);
        if (writing != 0L) {
          stamp = writing;
          x = newX;
          y = newY;
          break;
        } else {
          lock.unlockRead(stamp);
          stamp = lock.writeLock();
        }
      }
    } finally {
      lock.unlock(stamp);
    }
    afterwards++;
  }

  void tryIt() {
    long stamp = lock.tryWriteLock();
    if (stamp == 0) return;
    try {
      tried++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  void tryAnyway() {
    long stamp = lock.tryWriteLock();
    unchecked++;
    if (stamp != 0) lock.unlockWrite(stamp);
  }

  void tryReading() {
    long stamp = lock.tryReadLock();
    if (stamp != 0) {
      reading += tried;
      lock.unlockRead(stamp);
    }
  }

  void lower() {
    long stamp = lock.writeLock();
    tried++;
    stamp = lock.tryConvertToReadLock(stamp);
    lowered++;
    lock.unlock(stamp);
  }

  void set(double to) {
    long stamp = lock.writeLock();
    try {
      x = to;
      tried++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void run() {
    moveIfAtOrigin(1, 2);
    tryIt();
    tryAnyway();
    tryReading();
    lower();
    set(3);
  }

  public static void main(String[] args) {
    StampedTries shared = new StampedTries();
    new Thread(shared::run).start();
    new Thread(shared::run).start();
  }
}
