package check;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The bounded buffer of the Condition manual: nothing. */
public class ConditionBuffer {
  private final Lock lock = new ReentrantLock();
  private final Condition notFull = lock.newCondition();
  private final Condition notEmpty = lock.newCondition();
  private final Object[] items = new Object[100];
  private int putAt;
  private int takeAt;
  private int count;

  void put(Object x) throws InterruptedException {
    lock.lock();
    try {
      while (count == items.length) {
        notFull.await();
      }
      items[putAt] = x;
      if (++putAt == items.length) {
        putAt = 0;
      }
      ++count;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  Object take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0) {
        notEmpty.await();
      }
      Object x = items[takeAt];
      if (++takeAt == items.length) {
        takeAt = 0;
      }
      --count;
      notFull.signal();
      return x;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) {
    ConditionBuffer buffer = new ConditionBuffer();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        try {
          buffer.put("x");
          buffer.take();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }
}
