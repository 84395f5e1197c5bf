package silent;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** A semaphore of one permit as a lock, taken in each of its ways. */
public class SemaphoreMutex {
  static final Semaphore MUTEX = new Semaphore(1);
  static int value;

  static void bump() {
    value++;
    MUTEX.release();
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        MUTEX.acquire();
        bump();
        MUTEX.acquireUninterruptibly();
        bump();
        while (!MUTEX.tryAcquire()) Thread.onSpinWait();
        bump();
        while (!MUTEX.tryAcquire(1, TimeUnit.SECONDS)) Thread.onSpinWait();
        bump();
      }
    };
    Threads.together(work, work);
    Check.result(400, value);
  }
}
