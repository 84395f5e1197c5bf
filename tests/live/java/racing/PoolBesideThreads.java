package racing;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.NoEdge;

/** A task of a pool reads what its submitter writes later, and the submitter starts another thread in between. */
public class PoolBesideThreads {
  static int value;  // expect: observed racing.PoolBesideThreads.value

  public static void main(String[] args) throws Exception {
    NoEdge begun = new NoEdge(), written = new NoEdge(), read = new NoEdge();
    Thread other = new Thread(() -> {});  // made here: a lambda that is linked goes through maps that others look into
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.execute(
        () -> {
          begun.raise();
          written.await();
          if (value != 1) throw new AssertionError();
          read.raise();
        });
    begun.await();  // so does a worker that begins later
    value = 1;
    other.start();
    other.join();
    written.raise();
    read.await();  // a worker that begins behind shutdown() sees it, and so what was done before
    pool.shutdown();
  }
}
