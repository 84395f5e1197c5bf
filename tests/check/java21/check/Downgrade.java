package check;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The write lock is given up for the read lock, which is taken first: there is never a moment without. */
public class Downgrade {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;
  private int late; // expect: check.Downgrade.late

  int update() {
    lock.writeLock().lock();
    try {
      value++;
      lock.readLock().lock();
    } finally {
      lock.writeLock().unlock();
    }
    try {
      late++;
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) {
    Downgrade shared = new Downgrade();
    for (int i = 0; i < 2; i++) new Thread(shared::update).start();
  }
}
