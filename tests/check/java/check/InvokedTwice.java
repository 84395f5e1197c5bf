package check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A lock taken only on one branch does not guard what follows. */
public class InvokedTwice {
  private final Lock lock = new ReentrantLock();
  private int value; // expect: check.InvokedTwice.value

  void update(boolean careful) {
    if (careful) {
      lock.lock();
    }
    value++;
    if (careful) {
      lock.unlock();
    }
  }

  public static void main(String[] args) {
    InvokedTwice shared = new InvokedTwice();
    new Thread(() -> shared.update(true)).start();
    new Thread(() -> shared.update(false)).start();
  }
}
