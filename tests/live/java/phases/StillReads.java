package phases;

import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/**
 * Calls that would write only if there were nothing yet, often enough to be passed over now and then: what is told behind
 * such a call goes with what was told before it.
 */
public final class StillReads {
  private static final int ROUNDS = 300_000;

  private StillReads() {}

  public static void main(String[] args) throws Exception {
    Map<Integer, Integer> squares = new HashMap<>();
    for (int i = 0; i < 16; i++) squares.put(i, i * i);
    long[] sums = new long[2];
    Threads.together(() -> sums[0] = sum(squares), () -> sums[1] = sum(squares));
    Check.result(sums[0] + "", sums[1] + "");
  }

  private static long sum(Map<Integer, Integer> squares) {
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) sum += squares.computeIfAbsent(i & 15, key -> -1);
    return sum;
  }
}
