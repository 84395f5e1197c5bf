package silent;

import java.util.concurrent.Semaphore;
import support.Check;
import support.Threads;

/** Permits as signals: released by one thread, acquired by another, several at once. */
public class SemaphoreSignal {
  static int request;
  static int answer;

  public static void main(String[] args) throws Exception {
    Semaphore asked = new Semaphore(0);
    Semaphore answered = new Semaphore(0);
    Threads.together(
        () -> {
          for (int i = 1; i <= 20; i++) {
            request = i;
            asked.release(2);
            answered.acquire();
            Check.same(i * i, answer);
          }
        },
        () -> {
          for (int i = 1; i <= 20; i++) {
            asked.acquire(2);
            answer = request * request;
            answered.release();
          }
        });
    Check.result(400, answer);
  }
}
