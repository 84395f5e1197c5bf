package silent;

import support.Check;
import support.Threads;

/** join with a timeout orders once the thread has ended, which isAlive() tells. */
public class TimedJoin {
  static int data;

  public static void main(String[] args) throws Exception {
    Thread worker = Threads.start(() -> data = 42);
    while (worker.isAlive()) worker.join(5);
    int first = data;
    Thread next = Threads.start(() -> data++);
    do {
      next.join(5, 1);
    } while (next.isAlive());
    Check.result("42 43", first + " " + data);
  }
}
