package silent;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import support.Check;
import support.Threads;

/** Virtual threads that hand objects on through queues, semaphores and latches. */
public class VirtualQueues {
  static final class Job {
    int size;
  }

  static int total;

  public static void main(String[] args) throws Exception {
    BlockingQueue<Job> queue = new ArrayBlockingQueue<>(2);
    Semaphore mutex = new Semaphore(1);
    CountDownLatch done = new CountDownLatch(10);
    for (int i = 1; i <= 10; i++) {
      int size = i;
      Thread.startVirtualThread(Threads.guarded(() -> {
        Job job = new Job();
        job.size = size;
        queue.put(job);
      }));
      Thread.startVirtualThread(Threads.guarded(() -> {
        Job job = queue.take();
        mutex.acquire();
        total += job.size++;
        mutex.release();
        done.countDown();
      }));
    }
    done.await();
    Check.result(55, total);
  }
}
