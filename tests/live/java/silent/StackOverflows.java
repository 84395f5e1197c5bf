package silent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Check;
import support.Threads;

/**
 * Recursions that take a lock at each level until the stack overflows. A lock of java.util.concurrent may be taken once more
 * than it is given back then (JEP 270), and is given back afterwards. What the locks guard is in order.
 */
public class StackOverflows {
  static final ReentrantLock lock = new ReentrantLock();
  static final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
  static final Object monitor = new Object();
  static final int[] guarded = new int[5];
  static final int[] large = new int[2000];
  int ofInstance;

  static void byLock(int depth) {
    lock.lock();
    try {
      guarded[0]++;
      large[depth * 7 % large.length]++;
      byLock(depth + 1);
    } finally {
      lock.unlock();
    }
  }

  static void byReadLock(int depth) {
    readWrite.readLock().lock();
    try {
      Check.same(0, guarded[1]);
      byReadLock(depth + 1);
    } finally {
      readWrite.readLock().unlock();
    }
  }

  static void byMonitor(int depth) {
    synchronized (monitor) {
      guarded[2]++;
      byMonitor(depth + 1);
    }
  }

  static synchronized void byClass(int depth) {
    guarded[3]++;
    byClass(depth + 1);
  }

  synchronized void byInstance(int depth) {
    ofInstance++;
    byInstance(depth + 1);
  }

  private static int overflow(Runnable recursion) {
    int overflows = 0;
    try {
      recursion.run();
    } catch (StackOverflowError expected) {
      overflows = 1;
    }
    while (lock.isHeldByCurrentThread()) giveBack(lock);
    while (readWrite.getReadHoldCount() > 0) giveBack(readWrite.readLock());
    return overflows;
  }

  /** The overflow may be told of late. */
  private static void giveBack(Lock taken) {
    try {
      taken.unlock();
    } catch (StackOverflowError late) {
      // it was given back, or will be
    }
  }

  public static void main(String[] args) throws Exception {
    StackOverflows shared = new StackOverflows();
    int[] overflows = new int[2];
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      int me = i;
      // Small, so that it is soon full.
      threads[i] = new Thread(null, Threads.guarded(() -> {
        for (int round = 0; round < 4; round++) {
          overflows[me] += overflow(() -> byLock(0));
          overflows[me] += overflow(() -> byReadLock(0));
          overflows[me] += overflow(() -> byMonitor(0));
          overflows[me] += overflow(() -> byClass(0));
          overflows[me] += overflow(() -> shared.byInstance(0));
          // A lock that somebody still has would be waited for in vain.
          Check.same(true, lock.tryLock(20, TimeUnit.SECONDS));
          guarded[0]++;
          large[round]++;
          lock.unlock();
          Check.same(true, readWrite.writeLock().tryLock(20, TimeUnit.SECONDS));
          readWrite.writeLock().unlock();
          synchronized (monitor) {
            guarded[2]++;
          }
          synchronized (StackOverflows.class) {
            guarded[3]++;
          }
          synchronized (shared) {
            shared.ofInstance++;
          }
        }
      }), "deep", 1 << 16);
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    Check.result(40, overflows[0] + overflows[1]);
  }
}
