package racing;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.NoEdge;
import support.Threads;

/** Two threads write under the read lock of a ReadWriteLock. */
public class WriteUnderReadLock {
  static final ReadWriteLock LOCK = new ReentrantReadWriteLock();
  static int value;  // expect: observed racing.WriteUnderReadLock.value

  public static void main(String[] args) throws Exception {
    NoEdge first = new NoEdge();
    NoEdge second = new NoEdge();
    Threads.together(
        () -> {
          LOCK.readLock().lock();
          value++;
          first.raise();
          second.await();
          LOCK.readLock().unlock();
        },
        () -> {
          LOCK.readLock().lock();
          first.await();
          value++;
          second.raise();
          LOCK.readLock().unlock();
        });
  }
}
