package silent;

import support.Check;
import support.Threads;

/**
 * A message is handed over under a lock, and the same field of another one, which came back, is written right behind it:
 * what was written to the first was written before it was handed over.
 */
public final class PutThenAnother {
  private static final int ROUNDS = 2_000;

  private int x;

  private PutThenAnother() {}

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    PutThenAnother[] slot = new PutThenAnother[1];
    PutThenAnother[] back = new PutThenAnother[1];
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 0; i < ROUNDS; ) {
            PutThenAnother message = new PutThenAnother();
            synchronized (lock) {
              if (slot[0] != null) continue;
              message.x = ++i;
              slot[0] = message;
              if (back[0] != null) back[0].x = i;
            }
          }
        },
        () -> {
          for (int taken = 0; taken < ROUNDS; ) {
            PutThenAnother message;
            synchronized (lock) {
              message = slot[0];
              slot[0] = null;
              if (message != null) {
                back[0] = new PutThenAnother();
                back[0].x = -1;
              }
            }
            if (message == null) continue;
            ++taken;
            sum[0] += message.x;
            message.x = 0;
          }
        });
    Check.result(ROUNDS * (ROUNDS + 1) / 2, sum[0]);
  }
}
