package silent;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Cells computed in rounds: each round reads the neighbour's cell of the round before. */
public class Barriers {
  static final int[][] cells = new int[2][3];
  static int rounds;

  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(3, () -> rounds++);
    Threads.Body[] bodies = new Threads.Body[3];
    for (int i = 0; i < 3; i++) {
      int me = i;
      bodies[i] = () -> {
        for (int round = 0; round < 10; round++) {
          cells[(round + 1) % 2][me] = cells[round % 2][(me + 1) % 3] + 1;
          if (round % 2 == 0) barrier.await();
          else barrier.await(10, TimeUnit.SECONDS);
          Check.same(round + 1, rounds);
        }
      };
    }
    Threads.together(bodies);
    Check.result("10 10", cells[0][0] + " " + rounds);
  }
}
