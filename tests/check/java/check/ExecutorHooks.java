package check;

import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What an executor's own threads call of it counts with no lock; and an iterator that two of its tasks share. */
public class ExecutorHooks {
  static class Timed extends ThreadPoolExecutor {
    private final ThreadLocal<Long> began = new ThreadLocal<>();
    private long total; // expect: check.ExecutorHooks$Timed.total
    private long guarded;
    private long before;

    Timed() {
      super(2, 4, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      before = 1;
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      began.set(System.nanoTime() + before);
    }

    @Override
    protected void afterExecute(Runnable task, Throwable thrown) {
      long took = System.nanoTime() - began.get();
      total += took;
      synchronized (this) {
        guarded += took;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    List<Integer> numbers = new LinkedList<>(List.of(1, 2, 3)); // expect: java.util.LinkedList
    Iterator<Integer> left = numbers.iterator();
    Timed timed = new Timed();
    for (int i = 0; i < 10; i++) {
      timed.execute(() -> {
        if (left.hasNext() && left.next() == 2) left.remove();
      });
    }
    timed.shutdown();
    timed.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(timed.guarded);
  }
}
