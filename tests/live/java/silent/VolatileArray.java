package silent;

import support.Check;
import support.Threads;

/** An array filled first and published by a volatile field; a later one replaces it, the old one is left alone. */
public class VolatileArray {
  static volatile int[] table = new int[4];

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int round = 1; round <= 20; round++) {
            int[] next = new int[4];
            for (int i = 0; i < 4; i++) next[i] = round;
            table = next;
          }
        },
        () -> {
          int seen = 0;
          while (seen < 20) {
            int[] now = table;
            Check.same(now[0], now[3]);
            seen = now[0];
          }
        });
    Check.result(20, table[1]);
  }
}
