package check;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Each worker writes its own before the barrier and reads its neighbour's after: nothing. */
public class Barrier {
  static class Worker extends Thread {
    private final CyclicBarrier barrier;
    private Worker neighbour;
    private int value;

    Worker(CyclicBarrier barrier) {
      this.barrier = barrier;
    }

    @Override
    public void run() {
      value = 7;
      try {
        barrier.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        return;
      }
      System.out.println(neighbour.value);
    }
  }

  public static void main(String[] args) {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Worker a = new Worker(barrier);
    Worker b = new Worker(barrier);
    a.neighbour = b;
    b.neighbour = a;
    a.start();
    b.start();
  }
}
