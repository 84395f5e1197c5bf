package silent;

import java.util.concurrent.Phaser;
import support.Check;
import support.Threads;

/** What onAdvance does happens between the phases. */
public class PhaserActions {
  static int total;
  static final int[] parts = new int[2];

  public static void main(String[] args) throws Exception {
    Phaser phaser = new Phaser(2) {
      @Override
      protected boolean onAdvance(int phase, int parties) {
        total += parts[0] + parts[1];
        return false;
      }
    };
    Threads.Body[] bodies = new Threads.Body[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      bodies[i] = () -> {
        for (int round = 1; round <= 10; round++) {
          parts[me] = round;
          phaser.arriveAndAwaitAdvance();
          Check.same(round * (round + 1), total);
        }
      };
    }
    Threads.together(bodies);
    Check.result(110, total);
  }
}
