package racing;

import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks of one pool share a counter. */
public class PoolTasks {
  static int count;  // expect: observed racing.PoolTasks.count

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CyclicBarrier both = new CyclicBarrier(2);
    Callable<Integer> task = () -> {
      both.await();
      return count++;
    };
    Future<Integer> one = pool.submit(task);
    Future<Integer> two = pool.submit(task);
    one.get();
    two.get();
    pool.shutdown();
  }
}
