package check;

import java.util.concurrent.locks.StampedLock;

/** An optimistic read counts if it is validated and repeated under the lock, and only then. */
public class OptimisticPoint {
  private final StampedLock lock = new StampedLock();
  private double x;
  private double y; // expect: check.OptimisticPoint.y

  void move(double by) {
    long stamp = lock.writeLock();
    try {
      x += by;
      y += by;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double x() {
    long stamp = lock.tryOptimisticRead();
    double seen = x;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        seen = x;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return seen;
  }

  double y() {
    return y;
  }

  public static void main(String[] args) {
    OptimisticPoint point = new OptimisticPoint();
    new Thread(() -> point.move(1)).start();
    System.out.println(point.x() + point.y());
  }
}
