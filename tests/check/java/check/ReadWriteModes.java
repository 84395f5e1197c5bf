package check;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Reading under the read lock is fine, writing under it is not. */
public class ReadWriteModes {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int fine;
  private int wrong; // expect: check.ReadWriteModes.wrong

  int read() {
    lock.readLock().lock();
    try {
      wrong++;
      return fine;
    } finally {
      lock.readLock().unlock();
    }
  }

  void write() {
    lock.writeLock().lock();
    try {
      fine++;
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) {
    ReadWriteModes shared = new ReadWriteModes();
    new Thread(shared::read).start();
    new Thread(shared::read).start();
    new Thread(shared::write).start();
  }
}
