package check;

import java.util.concurrent.locks.ReentrantLock;

/** Methods of our own that lock and unlock for their caller: nothing. */
public class LockWrapper {
  private final ReentrantLock lock = new ReentrantLock();
  private int value;

  private void acquire() {
    lock.lock();
  }

  private void release() {
    lock.unlock();
  }

  void add() {
    acquire();
    try {
      value++;
    } finally {
      release();
    }
  }

  public static void main(String[] args) {
    LockWrapper shared = new LockWrapper();
    new Thread(shared::add).start();
    new Thread(shared::add).start();
  }
}
