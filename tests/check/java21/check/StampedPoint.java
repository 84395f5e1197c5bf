package check;

import java.util.concurrent.locks.StampedLock;

/** Written under the write lock, read under the read lock; one of the two is written under the read lock. */
public class StampedPoint {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int reads; // expect: check.StampedPoint.reads

    void move() {
        long stamp = lock.writeLock();
        try {
            x++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int get() {
        long stamp = lock.readLock();
        try {
            reads++;
            return x;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    public static void main(String[] args) {
        StampedPoint point = new StampedPoint();
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(() -> { point.move(); point.get(); });
    }
}
