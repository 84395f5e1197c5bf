package object;

import java.util.concurrent.CountDownLatch;
import support.Threads;

/** §5.3.2: a field of an object is set while its owner is in a method of it. Benign where the field is volatile. */
public class Cancelled {
  static class Task {  // expect: predicted object.Cancelled$Task
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    int progress;
    boolean stop;

    void work() throws InterruptedException {
      progress++;
      begun.countDown();
      cancelled.await();
      progress++;
    }

    synchronized void cancel() {
      stop = true;
    }
  }

  public static void main(String[] args) throws Exception {
    Task task = new Task();
    Thread worker = Threads.start(task::work);
    task.begun.await();
    task.cancel();
    task.cancelled.countDown();
    worker.join();
  }
}
