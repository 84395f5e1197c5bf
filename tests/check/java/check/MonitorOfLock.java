package check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The monitor of a lock has nothing to do with the lock. */
public class MonitorOfLock {
  @interface GuardedBy {
    String value();
  }

  private final Lock lock = new ReentrantLock();
  private int mixed; // expect: check.MonitorOfLock.mixed
  private int locked;
  private int synced;

  @GuardedBy("lock")
  private void bumpLocked() {
    locked++;
  }

  @GuardedBy("lock")
  private void bumpSynced() {
    synced++;
  }

  void lock() {
    lock.lock();
    try {
      mixed++;
      locked++;
      bumpLocked();
    } finally {
      lock.unlock();
    }
  }

  void sync() {
    synchronized (lock) {
      mixed++;
      synced++;
      bumpSynced();
    }
  }

  public static void main(String[] args) {
    MonitorOfLock shared = new MonitorOfLock();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::lock).start();
      new Thread(shared::sync).start();
    }
  }
}
