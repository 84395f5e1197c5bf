package silent;

import support.Check;
import support.Threads;

/** Who interrupts hands over to who finds itself interrupted, by exception or by asking. */
public class Interrupts {
  static int a;
  static int b;
  static int c;

  public static void main(String[] args) throws Exception {
    Thread sleeper = Threads.start(() -> {
      try {
        Thread.sleep(100_000);
      } catch (InterruptedException expected) {
        Check.result(1, a);
      }
    });
    a = 1;
    sleeper.interrupt();
    Thread poller = Threads.start(() -> {
      while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
      Check.same(2, b);
      Check.same(true, Thread.interrupted());
    });
    b = 2;
    poller.interrupt();
    Object lock = new Object();
    Thread waiter = Threads.start(() -> {
      synchronized (lock) {
        try {
          for (;;) lock.wait();
        } catch (InterruptedException expected) {
          Check.same(3, c);
        }
      }
    });
    c = 3;
    waiter.interrupt();
    sleeper.join();
    poller.join();
    waiter.join();
  }
}
