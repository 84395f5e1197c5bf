package check;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two conditions of one lock; who looks without the lock races. */
public class BoundedBuffer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();
  private final Object[] items = new Object[4];
  private int head, tail;
  private int count; // expect: check.BoundedBuffer.count

  void put(Object item) throws InterruptedException {
    lock.lock();
    try {
      while (count == items.length) notFull.await();
      items[tail] = item;
      tail = (tail + 1) % items.length;
      count++;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  Object take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0) notEmpty.await();
      Object item = items[head];
      head = (head + 1) % items.length;
      count--;
      notFull.signal();
      return item;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  public static void main(String[] args) throws Exception {
    BoundedBuffer buffer = new BoundedBuffer();
    new Thread(
            () -> {
              try {
                buffer.put("a");
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .start();
    System.out.println(buffer.take());
    System.out.println(buffer.isEmpty());
  }
}
