package silent;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import support.Check;
import support.Threads;

/** A mutex of one's own on AbstractQueuedSynchronizer, with a condition. */
public class OwnSynchronizer {
  static final class Mutex extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean tryAcquire(int ignored) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
      setState(0);
      return true;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getState() == 1;
    }

    Condition newCondition() {
      return new ConditionObject();
    }
  }

  static final Mutex MUTEX = new Mutex();
  static int value;

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 200; i++) {
        MUTEX.acquire(1);
        value++;
        MUTEX.release(1);
      }
    };
    Threads.together(work, work);
    Check.result(400, value);
    handOver();
    Check.result(402, value);
  }
  static boolean ready;

  static void handOver() throws InterruptedException {
    Condition changed = MUTEX.newCondition();
    Threads.together(
        () -> {
          MUTEX.acquire(1);
          while (!ready) changed.await();
          value++;
          MUTEX.release(1);
        },
        () -> {
          MUTEX.acquire(1);
          value++;
          ready = true;
          changed.signal();
          MUTEX.release(1);
        });
  }
}
