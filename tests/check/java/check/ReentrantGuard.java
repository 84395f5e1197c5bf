package check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** lock() and unlock() in finally, tryLock() tested: nothing for guarded; outside() forgets. */
public class ReentrantGuard {
  private final Lock lock = new ReentrantLock();
  private int guarded;
  private int half; // expect: check.ReentrantGuard.half

  void add() {
    lock.lock();
    try {
      guarded++;
      half++;
    } finally {
      lock.unlock();
    }
  }

  void attempt() {
    if (lock.tryLock()) {
      try {
        guarded--;
      } finally {
        lock.unlock();
      }
    }
  }

  void outside() {
    lock.lock();
    lock.unlock();
    half--;
  }

  public static void main(String[] args) {
    ReentrantGuard shared = new ReentrantGuard();
    new Thread(shared::add).start();
    new Thread(shared::attempt).start();
    new Thread(shared::outside).start();
  }
}
