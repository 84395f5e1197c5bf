package silent;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** Data written before a signal under the lock and read without it after the wait that saw the signal's state. */
public class ConditionHandOver {
  static final ReentrantLock LOCK = new ReentrantLock();
  static final Condition READY = LOCK.newCondition();
  static int data;
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          LOCK.lock();
          while (!ready) READY.await();
          LOCK.unlock();
          Check.result(42, data);
        },
        () -> {
          data = 42;
          LOCK.lock();
          ready = true;
          READY.signal();
          LOCK.unlock();
        });
  }
}
