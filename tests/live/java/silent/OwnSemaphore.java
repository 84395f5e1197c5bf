package silent;

import support.Check;
import support.Threads;

/** A semaphore of one's own on wait and notify, which guards data outside its monitor. */
public class OwnSemaphore {
  private int permits = 1;
  static int value;

  synchronized void acquire() throws InterruptedException {
    while (permits == 0) wait();
    permits--;
  }

  synchronized void release() {
    permits++;
    notify();
  }

  public static void main(String[] args) throws Exception {
    OwnSemaphore semaphore = new OwnSemaphore();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        semaphore.acquire();
        value++;
        semaphore.release();
      }
    };
    Threads.together(work, work);
    Check.result(100, value);
  }
}
