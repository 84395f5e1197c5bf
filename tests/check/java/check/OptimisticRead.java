package check;

import java.util.concurrent.locks.StampedLock;

/** The optimistic read of the StampedLock manual: validated, else read again under the lock. Nothing. */
public class OptimisticRead {
  private final StampedLock lock = new StampedLock();
  private double x;

  void move(double by) {
    long stamp = lock.writeLock();
    try {
      x += by;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double get() {
    long stamp = lock.tryOptimisticRead();
    double value = x;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        value = x;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return value;
  }

  public static void main(String[] args) {
    OptimisticRead shared = new OptimisticRead();
    new Thread(() -> shared.move(1)).start();
    new Thread(() -> System.out.println(shared.get())).start();
  }
}
