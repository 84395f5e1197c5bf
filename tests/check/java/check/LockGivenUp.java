package check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Each releases the lock by another name than it was acquired by, and then goes on. */
public class LockGivenUp {
  static class Guard implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    Guard open() {
      lock.lock();
      return this;
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  static class Held extends ReentrantLock {
    private static final long serialVersionUID = 1;

    void done() {
      unlock();
    }
  }

  interface Closer {
    void done();
  }

  interface Leaving extends AutoCloseable {
    @Override
    void close();
  }

  static class Quiet implements Closer {
    @Override
    public void done() {
      SHARED.unlock();
    }
  }

  static class Loud implements Closer {
    @Override
    public void done() {
      System.out.println("done");
      SHARED.unlock();
    }
  }

  static class Node {
    final Lock lock = new ReentrantLock();
    Node next;
    int guarded;
    int last; // expect: check.LockGivenUp$Node.last
  }

  private static final ReentrantLock SHARED = new ReentrantLock();
  private final Guard guard = new Guard();
  private final Held held = new Held();
  private final Lock lock = new ReentrantLock();
  private final Node head = new Node();
  private final Closer[] closers = {new Quiet(), new Loud()};

  private int closed; // expect: check.LockGivenUp.closed
  private int inherited; // expect: check.LockGivenUp.inherited
  private int byOneOfTwo; // expect: check.LockGivenUp.byOneOfTwo
  private int byReference; // expect: check.LockGivenUp.byReference
  private int byHelper; // expect: check.LockGivenUp.byHelper
  private int byGetter; // expect: check.LockGivenUp.byGetter
  private int byResult; // expect: check.LockGivenUp.byResult

  private void close() {
    try (Guard open = guard.open()) {
      closed += open.lock.getHoldCount();
    }
    closed--;
  }

  private void inherit() {
    held.lock();
    inherited++;
    held.done();
    inherited--;
  }

  private void oneOfTwo(Closer closer) {
    SHARED.lock();
    byOneOfTwo++;
    closer.done();
    byOneOfTwo--;
  }

  private Leaving enter() {
    lock.lock();
    return lock::unlock;
  }

  private void reference() {
    try (Leaving leaving = enter()) {
      byReference += leaving.hashCode();
    }
    byReference--;
  }

  private static void release(Lock lock) {
    lock.unlock();
  }

  private void helper() {
    lock.lock();
    byHelper++;
    release(lock);
    byHelper--;
  }

  private Lock lock() {
    return lock;
  }

  private void getter() {
    lock.lock();
    byGetter++;
    lock().unlock();
    byGetter--;
  }

  private Lock take() {
    lock.lock();
    return lock;
  }

  private void result() {
    Lock taken = take();
    byResult++;
    taken.unlock();
    byResult--;
  }

  private void walk() {
    Node at = head;
    at.lock.lock();
    while (at.next != null) {
      at.next.lock.lock();
      at.lock.unlock();
      at = at.next;
      at.guarded++;
    }
    at.lock.unlock();
    at.last++;
  }

  private void run(int which) {
    close();
    inherit();
    oneOfTwo(closers[which]);
    reference();
    helper();
    getter();
    result();
    walk();
  }

  public static void main(String[] args) {
    LockGivenUp shared = new LockGivenUp();
    shared.head.next = new Node();
    new Thread(() -> shared.run(0)).start();
    new Thread(() -> shared.run(1)).start();
  }
}
