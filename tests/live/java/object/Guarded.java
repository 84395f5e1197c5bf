package object;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/**
 * Three threads, and a lock that is always the same: taken by the method, in the method, or around the call. For the
 * paper only the first and the last are calls with a lock.
 */
public class Guarded {
  static class ByMethod {
    int n;

    synchronized void add() {
      n++;
    }
  }

  static final class Derived extends ByMethod {
    int m;

    @Override
    synchronized void add() {
      super.add();
      m++;
    }
  }

  static final class ByBlock {  // expect strictly: predicted object.Guarded$ByBlock
    private final Object lock = new Object();
    private final List<Integer> numbers = new ArrayList<>();
    private int n;

    void add() {
      synchronized (lock) {
        numbers.add(n++);
      }
    }
  }

  static final class ByLock {  // expect strictly: predicted object.Guarded$ByLock
    private final ReentrantLock lock = new ReentrantLock();
    private int n;

    void add() {
      lock.lock();
      try {
        n++;
      } finally {
        lock.unlock();
      }
    }
  }

  static final class Plain {
    int n;
    int[] cells = new int[2];

    void add() {
      n++;
      cells[0]++;
    }
  }

  public static void main(String[] args) throws Exception {
    ByMethod method = new Derived();
    ByBlock block = new ByBlock();
    ByLock lock = new ByLock();
    Plain plain = new Plain();
    CyclicBarrier all = new CyclicBarrier(3);
    Threads.Body body = () -> {
      for (int i = 0; i < 100; ++i) {
        method.add();
        block.add();
        lock.add();
        synchronized (plain) {
          plain.add();
          plain.n++;
        }
      }
      all.await();
    };
    Threads.together(body, body, body);
    Check.result(1500, method.n + block.n + lock.n + plain.n);
  }
}
