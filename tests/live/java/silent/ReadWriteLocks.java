package silent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Check;
import support.Threads;

/** Writers under the write lock, readers under the read lock, and a writer that downgrades. */
public class ReadWriteLocks {
  static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
  static int first;
  static int second;

  static void write() {
    LOCK.writeLock().lock();
    first++;
    second++;
    LOCK.readLock().lock();
    LOCK.writeLock().unlock();
    Check.same(first, second);
    LOCK.readLock().unlock();
  }

  static void read() throws InterruptedException {
    LOCK.readLock().lock();
    Check.same(first, second);
    LOCK.readLock().unlock();
    LOCK.readLock().lockInterruptibly();
    Check.same(first, second);
    LOCK.readLock().unlock();
    while (!LOCK.readLock().tryLock(1, TimeUnit.SECONDS)) Thread.onSpinWait();
    Check.same(first, second);
    LOCK.readLock().unlock();
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        write();
        read();
      }
    };
    Threads.together(work, work);
    Check.result(100, first);
  }
}
