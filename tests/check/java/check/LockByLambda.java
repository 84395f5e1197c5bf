package check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A helper that runs what it is handed under the lock: nothing. */
public class LockByLambda {
  private final Lock lock = new ReentrantLock();
  private int value;

  private <T> T locked(Supplier<T> body) {
    lock.lock();
    try {
      return body.get();
    } finally {
      lock.unlock();
    }
  }

  int add() {
    return locked(() -> ++value);
  }

  public static void main(String[] args) {
    LockByLambda shared = new LockByLambda();
    new Thread(shared::add).start();
    new Thread(shared::add).start();
  }
}
