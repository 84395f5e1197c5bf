package silent;

import java.util.concurrent.locks.StampedLock;
import support.Check;
import support.Threads;

/** A StampedLock in write and read mode, converted from one to the other, and seen as a Lock. */
public class StampedLocks {
  static final StampedLock LOCK = new StampedLock();
  static int value;

  static void work() throws InterruptedException {
    long stamp = LOCK.writeLock();
    value++;
    stamp = LOCK.tryConvertToReadLock(stamp);
    int seen = value;
    LOCK.unlockRead(stamp);
    stamp = LOCK.readLock();
    Check.same(true, seen <= value);
    LOCK.unlock(stamp);
    stamp = LOCK.readLockInterruptibly();
    long upgraded = LOCK.tryConvertToWriteLock(stamp);
    if (upgraded != 0) {
      stamp = upgraded;
      value += 0;
    }
    LOCK.unlock(stamp);
    while ((stamp = LOCK.tryWriteLock()) == 0) Thread.onSpinWait();
    value++;
    LOCK.unlockWrite(stamp);
    LOCK.asWriteLock().lock();
    value++;
    LOCK.asWriteLock().unlock();
    LOCK.asReadLock().lock();
    seen = value;
    LOCK.asReadLock().unlock();
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) work();
    };
    Threads.together(work, work);
    Check.result(300, value);
  }
}
