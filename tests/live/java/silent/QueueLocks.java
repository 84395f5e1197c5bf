package silent;

import java.util.concurrent.atomic.AtomicReference;
import support.Check;
import support.Threads;

/** Locks whose waiters queue up and spin on a flag each: its own (MCS), or that of who is before it (CLH). */
public class QueueLocks {
  static final class Waiter {
    volatile boolean waits;
    volatile Waiter next;
  }

  static final AtomicReference<Waiter> mcs = new AtomicReference<>();
  static final AtomicReference<Waiter> clh = new AtomicReference<>(new Waiter());
  static int a;
  static int b;

  static void lockMcs(Waiter me) {
    me.next = null;
    me.waits = true;
    Waiter before = mcs.getAndSet(me);
    if (before == null) return;
    before.next = me;
    while (me.waits) Thread.onSpinWait();
  }

  static void unlockMcs(Waiter me) {
    if (me.next == null && mcs.compareAndSet(me, null)) return;
    while (me.next == null) Thread.onSpinWait();
    me.next.waits = false;
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      Waiter forMcs = new Waiter();
      Waiter forClh = new Waiter();
      for (int i = 0; i < 30; i++) {
        lockMcs(forMcs);
        a++;
        unlockMcs(forMcs);
        forClh.waits = true;
        Waiter before = clh.getAndSet(forClh);
        while (before.waits) Thread.onSpinWait();
        b++;
        forClh.waits = false;
        forClh = before;
      }
    };
    Threads.together(work, work, work);
    Check.result("90 90", a + " " + b);
  }
}
