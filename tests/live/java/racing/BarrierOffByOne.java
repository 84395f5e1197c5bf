package racing;

import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** Neighbours read each other's cell in the same phase in which it is written. */
public class BarrierOffByOne {
  static final float[] cells = new float[2];  // expect: observed float[]

  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Threads.Body[] bodies = new Threads.Body[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      bodies[i] = () -> {
        barrier.await();
        cells[me] = cells[1 - me] + 1;
      };
    }
    Threads.together(bodies);
  }
}
