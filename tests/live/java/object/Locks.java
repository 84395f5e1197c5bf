package object;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Check;
import support.Threads;

/** Locks that are objects, taken and given back in any order; and one that the library holds for itself. */
public class Locks {
  static final class HandOverHand {
    int n;
  }

  static final class Late {  // expect: predicted object.Locks$Late
    int n;
  }

  static final class OwnLocks {  // expect: predicted object.Locks$OwnLocks
    int n;
  }

  static final class Shared {
    int n;
  }

  static final class WrittenByReaders {  // expect: predicted object.Locks$WrittenByReaders
    int n;
  }

  static final class InTasks {  // expect: predicted object.Locks$InTasks
    int n;
  }

  public static void main(String[] args) throws Exception {
    ReentrantLock first = new ReentrantLock();
    ReentrantLock second = new ReentrantLock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    HandOverHand handOverHand = new HandOverHand();
    Late late = new Late();
    OwnLocks ownLocks = new OwnLocks();
    Shared shared = new Shared();
    WrittenByReaders writtenByReaders = new WrittenByReaders();
    CyclicBarrier all = new CyclicBarrier(3);
    Threads.Body body = () -> {
      ReentrantLock own = new ReentrantLock();
      for (int i = 0; i < 10; ++i) {
        first.lock();
        second.lock();
        first.unlock();
        handOverHand.n++;
        second.unlock();
        late.n++;

        if (own.tryLock()) {
          ownLocks.n++;
          own.unlock();
        }

        both.writeLock().lock();
        shared.n++;
        both.writeLock().unlock();
        both.readLock().lock();
        if (shared.n == 0) throw new IllegalStateException();
        writtenByReaders.n++;
        both.readLock().unlock();
      }
      all.await();
    };
    Threads.together(body, body, body);
    Check.result(60, handOverHand.n + shared.n);
    tasks();
    byTurns();
  }

  /** The pool and its queue have locks, which the tasks do not run under. */
  private static void tasks() throws Exception {
    InTasks inTasks = new InTasks();
    CyclicBarrier all = new CyclicBarrier(3);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < 3; ++i) {
      tasks.add(pool.submit(() -> {
        inTasks.n++;
        return all.await();
      }));
    }
    for (Future<?> task : tasks) task.get();
    pool.shutdown();
  }

  /** At one place, again and again: what a thread used last there may be another's by now. */
  private static void byTurns() throws Exception {
    List<Integer> list = new ArrayList<>();  // expect: predicted java.util.ArrayList
    CyclicBarrier turn = new CyclicBarrier(2);
    Threads.together(() -> add(list, turn, 0), () -> add(list, turn, 1));
  }

  private static void add(List<Integer> list, CyclicBarrier turn, int who) throws Exception {
    for (int i = 0; i < 6; ++i) {
      if (i % 2 == who) list.add(i);
      turn.await();
    }
  }
}
