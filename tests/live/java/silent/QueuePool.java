package silent;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import support.Check;
import support.Threads;

/** A pool of buffers that go round: taken by any thread, used without a lock, put back. */
public class QueuePool {
  public static void main(String[] args) throws Exception {
    BlockingQueue<int[]> pool = new ArrayBlockingQueue<>(2);
    pool.put(new int[1]);
    pool.put(new int[1]);
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        int[] buffer = pool.take();
        buffer[0]++;
        pool.put(buffer);
      }
    };
    Threads.together(work, work, work);
    Check.result(150, pool.take()[0] + pool.take()[0]);
  }
}
