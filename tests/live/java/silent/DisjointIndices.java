package silent;

import java.util.Arrays;
import support.Check;
import support.Threads;

/** Threads that share an array by parts: neighbours, strides, halves, and rows of rows. */
public class DisjointIndices {
  public static void main(String[] args) throws Exception {
    byte[] bytes = new byte[64];
    boolean[] flags = new boolean[64];
    long[] longs = new long[64];
    Object[][] rows = new Object[2][32];
    Threads.Body[] bodies = new Threads.Body[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      bodies[i] = () -> {
        for (int k = me; k < 64; k += 2) {
          bytes[k]++;
          flags[k] = true;
        }
        for (int k = 32 * me; k < 32 * me + 32; k++) longs[k] = bytes.length;
        Arrays.fill(rows[me], "x");
      };
    }
    Threads.together(bodies);
    int sum = 0;
    for (int k = 0; k < 64; k++) if (flags[k]) sum += bytes[k] + (int) longs[k];
    Check.result("4160 x", sum + " " + rows[1][31]);
  }
}
