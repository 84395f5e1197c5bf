package silent;

import support.Check;
import support.Threads;

/** Peterson's algorithm on volatile fields: mutual exclusion with neither lock nor atomic. */
public class Peterson {
  static volatile boolean zeroWants;
  static volatile boolean oneWants;
  static volatile int turn;
  static int value;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            zeroWants = true;
            turn = 1;
            while (oneWants && turn == 1) Thread.onSpinWait();
            value++;
            zeroWants = false;
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            oneWants = true;
            turn = 0;
            while (zeroWants && turn == 0) Thread.onSpinWait();
            value++;
            oneWants = false;
          }
        });
    Check.result(100, value);
  }
}
