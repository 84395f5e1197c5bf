package silent;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import support.Check;
import support.Threads;

/** A virtual thread parks and is woken; interrupts and thread locals work as ever. */
public class VirtualParking {
  static final ThreadLocal<int[]> OWN = ThreadLocal.withInitial(() -> new int[1]);
  static volatile boolean ready;
  static int data;
  static int more;

  public static void main(String[] args) throws Exception {
    Thread parked = Thread.startVirtualThread(Threads.guarded(() -> {
      OWN.get()[0]++;
      while (!ready) LockSupport.park();
      Check.same(43, data + OWN.get()[0]);
      try {
        Thread.sleep(Duration.ofSeconds(100));
      } catch (InterruptedException expected) {
        Check.result(1, more);
      }
    }));
    data = 42;
    ready = true;
    LockSupport.unpark(parked);
    more = 1;
    parked.interrupt();
    parked.join();
  }
}
