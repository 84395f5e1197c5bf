package deadlock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/** Orders that differ and cannot meet: behind a gate, in one thread, one after the other, taken again, only tried. */
public class Harmless {
  static void nested(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  static void gate() throws Exception {
    Object gate = new Object();
    Object a = new Object();
    Object b = new Object();
    Threads.together(
        () -> {
          synchronized (gate) {
            nested(a, b);
          }
        },
        () -> {
          synchronized (gate) {
            nested(b, a);
          }
        });
  }

  static void oneThread() throws Exception {
    Object a = new Object();
    Object b = new Object();
    Threads.together(
        () -> {
          nested(a, b);
          nested(b, a);
        });
  }

  static void startAndJoin() throws Exception {
    Object a = new Object();
    Object b = new Object();
    nested(a, b);
    Threads.together(() -> nested(b, a));
    nested(a, b);
  }

  static void again() throws Exception {
    Object a = new Object();
    Object b = new Object();
    Threads.Body body = () -> {
      synchronized (a) {
        synchronized (b) {
          synchronized (a) {
            a.hashCode();
          }
        }
      }
    };
    Threads.together(body, body);
  }

  static void tried() throws Exception {
    ReentrantLock a = new ReentrantLock();
    ReentrantLock b = new ReentrantLock();
    Threads.together(
        () -> {
          a.lock();
          b.lock();
          b.unlock();
          a.unlock();
        },
        () -> {
          b.lock();
          if (a.tryLock()) a.unlock();
          b.unlock();
        });
  }

  static void readers() throws Exception {
    ReentrantReadWriteLock a = new ReentrantReadWriteLock();
    ReentrantReadWriteLock b = new ReentrantReadWriteLock();
    Threads.together(
        () -> {
          a.readLock().lock();
          b.readLock().lock();
          b.readLock().unlock();
          a.readLock().unlock();
        },
        () -> {
          b.readLock().lock();
          a.readLock().lock();
          a.readLock().unlock();
          b.readLock().unlock();
        });
  }

  /** One waits until the other, which holds the locks the other way round, is through: by monitor, by condition. */
  static void waitedFor() throws Exception {
    Object a = new Object();
    Object b = new Object();
    Object told = new Object();
    boolean[] over = new boolean[1];
    Threads.together(
        () -> {
          nested(a, b);
          synchronized (told) {
            over[0] = true;
            told.notifyAll();
          }
        },
        () -> {
          synchronized (told) {
            while (!over[0]) told.wait();
          }
          nested(b, a);
        });
  }

  static void awaited() throws Exception {
    Object a = new Object();
    Object b = new Object();
    ReentrantLock lock = new ReentrantLock();
    Condition told = lock.newCondition();
    boolean[] over = new boolean[1];
    Threads.together(
        () -> {
          nested(a, b);
          lock.lock();
          over[0] = true;
          told.signalAll();
          lock.unlock();
        },
        () -> {
          lock.lock();
          while (!over[0]) told.await();
          lock.unlock();
          nested(b, a);
        });
  }

  public static void main(String[] args) throws Exception {
    gate();
    oneThread();
    startAndJoin();
    again();
    tried();
    readers();
    waitedFor();
    awaited();
  }
}
