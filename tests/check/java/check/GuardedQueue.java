package check;

import java.util.ArrayDeque;
import java.util.Deque;

/** A hand-made blocking queue with wait and notify; what comes out of it is the taker's: nothing. */
public class GuardedQueue {
  static class Job {
    int state;
  }

  private final Deque<Job> jobs = new ArrayDeque<>();

  void put(Job job) {
    synchronized (jobs) {
      jobs.addLast(job);
      jobs.notifyAll();
    }
  }

  Job take() throws InterruptedException {
    synchronized (jobs) {
      while (jobs.isEmpty()) {
        jobs.wait();
      }
      return jobs.removeFirst();
    }
  }

  void consume() {
    try {
      while (true) {
        Job job = take();
        job.state++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    GuardedQueue queue = new GuardedQueue();
    for (int i = 0; i < 2; i++) {
      new Thread(queue::consume).start();
    }
    for (int i = 0; i < 9; i++) {
      Job job = new Job();
      job.state = i;
      queue.put(job);
    }
  }
}
