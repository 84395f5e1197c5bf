package silent;

import support.Check;
import support.Threads;

/** A read-write lock of one's own on wait and notifyAll. */
public class OwnReadWriteLock {
  private int readers;
  private boolean writing;
  static int a;
  static int b;

  synchronized void lockRead() throws InterruptedException {
    while (writing) wait();
    readers++;
  }

  synchronized void unlockRead() {
    if (--readers == 0) notifyAll();
  }

  synchronized void lockWrite() throws InterruptedException {
    while (writing || readers > 0) wait();
    writing = true;
  }

  synchronized void unlockWrite() {
    writing = false;
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    OwnReadWriteLock lock = new OwnReadWriteLock();
    Threads.Body work = () -> {
      for (int i = 0; i < 30; i++) {
        lock.lockWrite();
        a++;
        b++;
        lock.unlockWrite();
        lock.lockRead();
        Check.same(a, b);
        lock.unlockRead();
      }
    };
    Threads.together(work, work);
    Check.result(60, a);
  }
}
