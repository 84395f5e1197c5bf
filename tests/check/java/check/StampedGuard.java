package check;

import java.util.concurrent.locks.StampedLock;

/** A stamped lock, written and read under it: nothing. Bumped under a read lock: found. */
public class StampedGuard {
  private final StampedLock lock = new StampedLock();
  private int x;
  private int y; // expect: check.StampedGuard.y

  void write() {
    long stamp = lock.writeLock();
    try {
      x++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  int read() {
    long stamp = lock.readLock();
    try {
      y++;
      return x;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  public static void main(String[] args) {
    StampedGuard shared = new StampedGuard();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::write).start();
      new Thread(shared::read).start();
    }
  }
}
