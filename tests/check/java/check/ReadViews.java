package check;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** A lock for reading is one wherever it was got from, and so is a semaphore with several permits. */
public class ReadViews {
  private final ReadWriteLock both = new ReentrantReadWriteLock();
  private final Lock read = both.readLock();
  private final Lock write = both.writeLock();
  private final StampedLock stamped = new StampedLock();
  private final Lock stampedRead = stamped.asReadLock();
  private final Lock stampedWrite = stamped.asWriteLock();
  private final Semaphore permits = new Semaphore(4);

  private int written;
  private int inField; // expect: check.ReadViews.inField
  private int handedOver; // expect: check.ReadViews.handedOver
  private int given; // expect: check.ReadViews.given
  private int ofStamped; // expect: check.ReadViews.ofStamped
  private int stampedWritten;
  private int unlocked; // expect: check.ReadViews.unlocked
  private int permitted; // expect: check.ReadViews.permitted

  private void enter() {
    permits.acquireUninterruptibly();
  }

  private void leave() {
    permits.release();
  }

  private static void under(Lock lock, Runnable body) {
    lock.lock();
    try {
      body.run();
    } finally {
      lock.unlock();
    }
  }

  private Lock reading() {
    return both.readLock();
  }

  void look() {
    read.lock();
    try {
      inField += written;
    } finally {
      read.unlock();
    }
    under(both.readLock(), () -> handedOver++);
    reading().lock();
    try {
      given++;
    } finally {
      reading().unlock();
    }
    stampedRead.lock();
    try {
      ofStamped += stampedWritten;
    } finally {
      stampedRead.unlock();
    }
    long stamp = stamped.readLock();
    try {
      System.out.println(unlocked);
    } finally {
      stamped.unlock(stamp);
    }
    System.out.println(unlocked);
    enter();
    try {
      permitted++;
    } finally {
      leave();
    }
  }

  void change() {
    write.lock();
    try {
      written++;
    } finally {
      write.unlock();
    }
    long stamp = stamped.writeLock();
    try {
      unlocked++;
    } finally {
      stamped.unlock(stamp);
    }
    stampedWrite.lock();
    try {
      stampedWritten++;
    } finally {
      stampedWrite.unlock();
    }
  }

  public static void main(String[] args) {
    ReadViews shared = new ReadViews();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::look).start();
      new Thread(shared::change).start();
    }
  }
}
