package check;

import java.util.concurrent.CountDownLatch;

/** A gate that main opens when it has set things up, and one that the workers close: nothing. */
public class LatchGate {
  static class Worker implements Runnable {
    private final CountDownLatch gate;
    private final CountDownLatch done;
    private int result;

    Worker(CountDownLatch gate, CountDownLatch done) {
      this.gate = gate;
      this.done = done;
    }

    @Override
    public void run() {
      try {
        gate.await();
        result = settings * 2;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        done.countDown();
      }
    }
  }

  private static int settings;

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    Worker[] workers = new Worker[3];
    for (int i = 0; i < 3; i++) {
      workers[i] = new Worker(gate, done);
      new Thread(workers[i]).start();
    }
    settings = 21;
    gate.countDown();
    done.await();
    for (Worker worker : workers) {
      System.out.println(worker.result);
    }
  }
}
