package check;

import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Functions that an object of the library was made with are called by whoever calls it later. */
public class CalledLater {
  static class State {
    int count;
  }

  static class Counting extends Handler {
    private int records; // expect: check.CalledLater$Counting.records

    @Override
    public void publish(LogRecord entry) {
      records++;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static int next; // expect: check.CalledLater.next
  private static int more; // expect: check.CalledLater.more
  private static int compared; // expect: check.CalledLater.compared
  private static int made; // expect: check.CalledLater.made
  private static int rejected; // expect: check.CalledLater.rejected
  private static final AtomicInteger SAFE = new AtomicInteger();

  private static final ThreadLocal<State> FIRST = ThreadLocal.withInitial(() -> {
    next++;
    SAFE.incrementAndGet();
    return new State();
  });
  private static final ThreadLocal<State> SECOND = new ThreadLocal<>() {
    @Override
    protected State initialValue() {
      more++;
      return new State();
    }
  };
  private static final ConcurrentSkipListMap<String, String> SORTED = new ConcurrentSkipListMap<>((a, b) -> {
    compared++;
    return a.compareTo(b);
  });
  private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
    made++;
    return new Thread(task);
  });
  private static final ThreadPoolExecutor SMALL = new ThreadPoolExecutor(
      1, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), (task, executor) -> rejected++);
  private static final Logger LOG = Logger.getLogger("x");

  private static void work() {
    FIRST.get().count++;
    SECOND.get().count++;
    SORTED.put("a", "b");
    POOL.execute(() -> System.out.println("a"));
    SMALL.execute(() -> System.out.println("b"));
    LOG.info("c");
  }

  public static void main(String[] args) {
    LOG.addHandler(new Counting());
    new Thread(CalledLater::work).start();
    new Thread(CalledLater::work).start();
  }
}
