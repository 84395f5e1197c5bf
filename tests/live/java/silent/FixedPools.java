package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import support.Check;

/** The submitter's writes are the task's, the task's are those of who gets the future. */
public class FixedPools {
  static final class Request {
    int in;
    int out;
  }

  static int run(ExecutorService pool) throws Exception {
    List<Request> requests = new ArrayList<>();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      Request request = new Request();
      request.in = i;
      requests.add(request);
      futures.add(pool.submit(() -> request.out = request.in * 2));
    }
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      if (i % 2 == 0) futures.get(i).get();
      else futures.get(i).get(10, TimeUnit.SECONDS);
      sum += requests.get(i).out;
    }
    pool.shutdown();
    return sum;
  }

  public static void main(String[] args) throws Exception {
    int sum = run(Executors.newFixedThreadPool(3));
    sum += run(Executors.newCachedThreadPool());
    sum += run(Executors.newSingleThreadExecutor());
    sum += run(Executors.newWorkStealingPool(2));
    sum += run(Executors.newScheduledThreadPool(2));
    sum += run(new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(30)));
    Check.result(6 * 420, sum);
  }
}
