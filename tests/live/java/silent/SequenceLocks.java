package silent;

import support.Check;
import support.Threads;

/** A sequence lock: the number is odd while the writer writes; a reader tries again where it has changed. */
public class SequenceLocks {
  static volatile int sequence;
  static volatile int low;
  static volatile int high;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 1; i <= 100; i++) {
            sequence++;
            low = i;
            high = -i;
            sequence++;
          }
        },
        () -> {
          for (int seen = 0; seen < 100;) {
            int before = sequence;
            int sum = low + high;
            seen = low;
            if ((before & 1) != 0 || before != sequence) {
              seen = 0;
              Thread.onSpinWait();
            } else {
              Check.result(0, sum);
            }
          }
        });
  }
}
