package racing;

import support.NoEdge;
import support.Threads;

/** The lock is the value it guards: after each change the next thread locks another object. */
public class ChangingLock {
  static Integer count = 1000;  // expect: observed racing.ChangingLock.count

  @SuppressWarnings("synchronization")
  static void bump() {
    synchronized (count) {
      count = count + 1;
    }
  }

  public static void main(String[] args) throws Exception {
    NoEdge bumped = new NoEdge();
    Threads.together(
        () -> {
          bump();
          bumped.raise();
        },
        () -> {
          bumped.await();
          bump();
        });
  }
}
