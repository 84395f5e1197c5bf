package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import support.Check;
import support.Threads;

/** drainTo and a queue's iterator hand over as take does. */
public class QueueDrains {
  static final class Job {
    int size;
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<Job> queue = new ArrayBlockingQueue<>(10);
    Threads.together(
        () -> {
          for (int i = 1; i <= 10; i++) {
            Job job = new Job();
            job.size = i;
            queue.add(job);
          }
        },
        () -> {
          while (queue.size() < 10) Thread.onSpinWait();
          int seen = 0;
          for (Job job : queue) seen += job.size;
          List<Job> drained = new ArrayList<>();
          queue.drainTo(drained);
          for (Job job : drained) seen += job.size;
          Check.result(110, seen);
        });
  }
}
