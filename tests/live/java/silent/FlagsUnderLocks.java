package silent;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** Plain data behind a boolean that is set and asked under a lock, which nobody waits for: done, made already, taken. */
public class FlagsUnderLocks {
  private boolean done;
  private int result;

  private synchronized void finish() {
    done = true;
  }

  private synchronized boolean isDone() {
    return done;
  }

  private boolean made;
  private int[] table;

  private int made(int index) {
    synchronized (this) {
      if (!made) {
        table = new int[] {10, 20};
        made = true;
      }
    }
    return table[index];
  }

  private final Lock lock = new ReentrantLock();
  private boolean taken;
  private int count;

  private boolean take() {
    lock.lock();
    try {
      if (taken) return false;
      taken = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void giveBack() {
    lock.lock();
    try {
      taken = false;
    } finally {
      lock.unlock();
    }
  }

  private void add() {
    for (int i = 0; i < 20; i++) {
      while (!take()) Thread.yield();
      count++;
      giveBack();
    }
  }

  public static void main(String[] args) throws Exception {
    FlagsUnderLocks o = new FlagsUnderLocks();
    int[] seen = new int[3];
    Threads.together(
        () -> {
          o.result = 5;
          o.finish();
          seen[1] = o.made(0);
          o.add();
        },
        () -> {
          while (!o.isDone()) Thread.yield();
          seen[0] = o.result;
          seen[2] = o.made(1);
          o.add();
        });
    Check.result(5 + 10 + 20 + 40, seen[0] + seen[1] + seen[2] + o.count);
  }
}
