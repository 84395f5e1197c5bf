package deadlock;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/** A lock of java.util.concurrent and a monitor. */
public class ConcurrentLocks {
  static final ReentrantLock lock = new ReentrantLock();
  static final Object monitor = new Object();  // expect: predicted java.lang.Object
  static final Object schedule = new Object();
  static boolean first;

  static void lockThenMonitor() {
    lock.lock();
    try {
      synchronized (monitor) {
        System.out.println("lock, monitor");
      }
    } finally {
      lock.unlock();
    }
    synchronized (schedule) {
      first = true;
    }
  }

  static void monitorThenLock() {
    for (; ; ) {
      synchronized (schedule) {
        if (first) break;
      }
    }
    synchronized (monitor) {
      lock.lock();
      System.out.println("monitor, lock");
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(ConcurrentLocks::lockThenMonitor, ConcurrentLocks::monitorThenLock);
  }
}
