package check;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A class that hides a read/write lock behind begin and end, used through another: nothing. */
public class WrapperOfWrapper {
  static class Gate {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    void beginWrite() {
      lock.writeLock().lock();
    }

    void endWrite() {
      lock.writeLock().unlock();
    }

    void beginRead() {
      lock.readLock().lock();
    }

    void endRead() {
      lock.readLock().unlock();
    }
  }

  private final Gate gate = new Gate();
  private int value;

  private void enter() {
    gate.beginWrite();
  }

  private void leave() {
    gate.endWrite();
  }

  void set(int to) {
    enter();
    try {
      value = to;
    } finally {
      leave();
    }
  }

  int get() {
    gate.beginRead();
    try {
      return value;
    } finally {
      gate.endRead();
    }
  }

  public static void main(String[] args) {
    WrapperOfWrapper shared = new WrapperOfWrapper();
    new Thread(() -> shared.set(1)).start();
    new Thread(() -> System.out.println(shared.get())).start();
  }
}
