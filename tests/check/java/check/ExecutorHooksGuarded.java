package check;

import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The same with a lock, or with one thread; and iterators of their own. */
public class ExecutorHooksGuarded {
  static class Counted extends ThreadPoolExecutor {
    private long tasks;

    Counted() {
      super(2, 4, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void afterExecute(Runnable task, Throwable thrown) {
      synchronized (this) {
        tasks++;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Counted counted = new Counted();
    for (int i = 0; i < 10; i++) {
      counted.execute(() -> {
        List<Integer> numbers = new LinkedList<>(List.of(1, 2, 3));
        for (Iterator<Integer> left = numbers.iterator(); left.hasNext();) {
          if (left.next() == 2) left.remove();
        }
      });
    }
    counted.shutdown();
    counted.awaitTermination(1, TimeUnit.MINUTES);
    synchronized (counted) {
      System.out.println(counted.tasks);
    }
  }
}
