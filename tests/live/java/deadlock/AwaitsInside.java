package deadlock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/** A thread that comes back from a condition takes its lock again, holding all that it held while it waited. */
public class AwaitsInside {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition ready = lock.newCondition();
  static final Object monitor = new Object();  // expect: predicted java.lang.Object
  static final Object schedule = new Object();
  static boolean waits, isReady, done;

  static void set(Runnable what) {
    synchronized (schedule) {
      what.run();
    }
  }

  static boolean doneWaiting() {
    synchronized (schedule) {
      return done;
    }
  }

  static void awaits() throws InterruptedException {
    lock.lock();
    synchronized (monitor) {
      waits = true;
      while (!isReady) ready.await();
    }
    lock.unlock();
    set(() -> done = true);
  }

  static void signals() {
    for (boolean told = false; !told; ) {
      lock.lock();
      if (waits) {
        isReady = told = true;
        ready.signal();
      }
      lock.unlock();
    }
    while (!doneWaiting()) Thread.onSpinWait();
    // Lock, then monitor, as the other began; but it got the lock back with the monitor in hand.
    lock.lock();
    synchronized (monitor) {
      System.out.println("lock, monitor");
    }
    lock.unlock();
  }

  public static void main(String[] args) throws Exception {
    Threads.together(AwaitsInside::awaits, AwaitsInside::signals);
  }
}
