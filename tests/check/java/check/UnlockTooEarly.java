package check;

import java.util.concurrent.locks.ReentrantLock;

/** The lock is released before the last write. */
public class UnlockTooEarly {
  private final ReentrantLock lock = new ReentrantLock();
  private int first;
  private int second; // expect: check.UnlockTooEarly.second

  void update() {
    lock.lock();
    first++;
    lock.unlock();
    second++;
  }

  public static void main(String[] args) {
    UnlockTooEarly shared = new UnlockTooEarly();
    new Thread(shared::update).start();
    new Thread(shared::update).start();
  }
}
