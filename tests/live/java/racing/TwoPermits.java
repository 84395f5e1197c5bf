package racing;

import java.util.concurrent.Semaphore;
import support.NoEdge;
import support.Threads;

/** A semaphore with two permits is no mutex. */
public class TwoPermits {
  static final Semaphore SEMAPHORE = new Semaphore(2);
  static int value;  // expect: observed racing.TwoPermits.value

  public static void main(String[] args) throws Exception {
    NoEdge first = new NoEdge();
    NoEdge second = new NoEdge();
    Threads.together(
        () -> {
          SEMAPHORE.acquire();
          value++;
          first.raise();
          second.await();
          SEMAPHORE.release();
        },
        () -> {
          SEMAPHORE.acquire();
          first.await();
          value++;
          second.raise();
          SEMAPHORE.release();
        });
  }
}
