package field;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A few named threads with a task each. The main thread alone builds it and waits for it; what a task gives back is
 * read after its thread was joined, so the drivers share nothing of their own.
 */
final class Crew {
  interface Task {
    long run() throws Exception;
  }

  private static final class Worker extends Thread {
    private final Task task;
    private long result;
    private Throwable failure;

    Worker(String name, Task task) {
      super(name);
      this.task = task;
    }

    @Override
    public void run() {
      try {
        result = task.run();
      } catch (Throwable thrown) {
        failure = thrown;
      }
    }
  }

  private final List<Worker> workers = new ArrayList<>();

  /** Adds count threads NAME-0, NAME-1, ...; each gets its number. */
  Crew add(int count, String name, IntFunction<Task> task) {
    for (int i = 0; i < count; i++) workers.add(new Worker(name + "-" + i, task.apply(i)));
    return this;
  }

  /** Starts all, waits for all, and gives the sum of what they returned. The first failure goes on to the caller. */
  long work() throws Exception {
    for (Worker worker : workers) worker.start();
    long sum = 0;
    Throwable failure = null;
    for (Worker worker : workers) {
      worker.join();
      sum += worker.result;
      if (failure == null) failure = worker.failure;
    }
    if (failure != null) throw new Exception("a thread of the driver failed", failure);
    return sum;
  }
}
