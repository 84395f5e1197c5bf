package stuck;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.NoEdge;
import support.Threads;

/** Deadlocks that have happened: nobody in them ever gets the second lock. The program does not end. */
public class Forever {
  static final class First {
    synchronized void take(NoEdge mine, NoEdge others, Runnable next) {
      mine.raise();
      others.await();
      next.run();
    }
  }

  static final class Second {
    synchronized void take(NoEdge mine, NoEdge others, Runnable next) {
      mine.raise();
      others.await();
      next.run();
    }

    synchronized void touch() {}
  }

  static final class Third {}

  static void monitors() {
    First first = new First();
    Second second = new Second();
    NoEdge one = new NoEdge();
    NoEdge two = new NoEdge();
    Threads.start(() -> first.take(one, two, second::touch));
    Threads.start(() ->
        second.take(two, one, () -> {
          synchronized (first) { // expect: predicted deadlock stuck.Forever$First stuck.Forever$Second
            System.out.println("impossible");
          }
        }));
  }

  static void locks() {
    ReentrantLock first = new ReentrantLock();
    ReentrantReadWriteLock second = new ReentrantReadWriteLock();
    NoEdge one = new NoEdge();
    NoEdge two = new NoEdge();
    Threads.start(() -> {
      first.lock();
      one.raise();
      two.await();
      second.readLock().lock(); // expect: predicted deadlock java.util.concurrent.locks.ReentrantLock java.util.concurrent.locks.ReentrantReadWriteLock
    });
    Threads.start(() -> {
      second.writeLock().lock();
      two.raise();
      one.await();
      first.lock();
    });
  }

  static void both() {
    Third monitor = new Third();
    ReentrantLock lock = new ReentrantLock();
    NoEdge one = new NoEdge();
    NoEdge two = new NoEdge();
    Threads.start(() -> {
      synchronized (monitor) {
        one.raise();
        two.await();
        lock.lock();
      }
    });
    Threads.start(() -> {
      lock.lock();
      two.raise();
      one.await();
      synchronized (monitor) { // expect: predicted deadlock java.util.concurrent.locks.ReentrantLock stuck.Forever$Third
        System.out.println("impossible");
      }
    });
  }

  public static void main(String[] args) {
    monitors();
    locks();
    both();
  }
}
