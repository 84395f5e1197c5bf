package silent;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import support.Check;
import support.Threads;

/** Spin locks of one's own: on an AtomicBoolean, and by tickets. */
public class SpinLocks {
  static final AtomicBoolean taken = new AtomicBoolean();
  static final AtomicInteger ticket = new AtomicInteger();
  static volatile int serving;
  static int a;
  static int b;

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        while (!taken.compareAndSet(false, true)) Thread.onSpinWait();
        a++;
        taken.set(false);
        int mine = ticket.getAndIncrement();
        while (serving != mine) Thread.onSpinWait();
        b++;
        serving = mine + 1;
      }
    };
    Threads.together(work, work);
    Check.result("100 100", a + " " + b);
  }
}
