package silent;

import java.util.concurrent.locks.LockSupport;
import support.Check;
import support.Threads;

/** A thread parks until a volatile flag is up; unpark only wakes it. */
public class ParkUnpark {
  static volatile int stage;
  static int data;

  public static void main(String[] args) throws Exception {
    Thread parker = Threads.start(() -> {
      while (stage < 1) LockSupport.park(ParkUnpark.class);
      Check.same(42, data);
      stage = 2;
      while (stage < 3) LockSupport.parkNanos(1_000_000);
      Check.result(43, data);
    });
    data = 42;
    stage = 1;
    LockSupport.unpark(parker);
    while (stage < 2) Thread.onSpinWait();
    data = 43;
    stage = 3;
    LockSupport.unpark(parker);
    parker.join();
  }
}
