package check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** tryLock in its three shapes: tested, negated with an early return, and through a variable; one ignores the answer. */
public class TryLockPaths {
  private final Lock lock = new ReentrantLock();
  private int good;
  private int bad; // expect: check.TryLockPaths.bad

  void tested() throws InterruptedException {
    if (lock.tryLock(1, TimeUnit.SECONDS)) {
      try {
        good++;
      } finally {
        lock.unlock();
      }
    }
  }

  void negated() {
    if (!lock.tryLock()) {
      return;
    }
    try {
      good++;
    } finally {
      lock.unlock();
    }
  }

  void variable() {
    boolean held = lock.tryLock();
    if (held) {
      good++;
      lock.unlock();
    }
  }

  void ignored() {
    lock.tryLock();
    bad++;
  }

  public static void main(String[] args) {
    TryLockPaths shared = new TryLockPaths();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        try {
          shared.tested();
        } catch (InterruptedException e) {
          return;
        }
        shared.negated();
        shared.variable();
        shared.ignored();
      }).start();
    }
  }
}
