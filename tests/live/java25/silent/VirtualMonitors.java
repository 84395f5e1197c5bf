package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** A monitor, a wait and a lock in virtual threads. */
public class VirtualMonitors {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int monitored;
  static int locked;
  static boolean open;

  public static void main(String[] args) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(Thread.startVirtualThread(Threads.guarded(() -> {
        synchronized (VirtualMonitors.class) {
          while (!open) VirtualMonitors.class.wait();
          monitored++;
        }
        Thread.yield();
        LOCK.lock();
        locked++;
        LOCK.unlock();
      })));
    }
    synchronized (VirtualMonitors.class) {
      open = true;
      VirtualMonitors.class.notifyAll();
    }
    for (Thread thread : threads) thread.join();
    Check.result("8 8", monitored + " " + locked);
  }
}
