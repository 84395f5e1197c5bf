package silent;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Phases of a Phaser: arriveAndAwaitAdvance, arrive with awaitAdvance, and a party that leaves. */
public class Phasers {
  static int first;
  static int second;
  static int third;

  public static void main(String[] args) throws Exception {
    Phaser phaser = new Phaser(2);
    Threads.together(
        () -> {
          first = 1;
          phaser.arriveAndAwaitAdvance();
          Check.same(20, second);
          third = 300;
          phaser.arriveAndDeregister();
        },
        () -> {
          second = 20;
          int phase = phaser.arrive();
          phaser.awaitAdvance(phase);
          Check.same(1, first);
          phase = phaser.arrive();
          phaser.awaitAdvanceInterruptibly(phase, 10, TimeUnit.SECONDS);
          Check.result(321, first + second + third);
        });
  }
}
