package racing;

import support.Check;
import support.Threads;

/** An array of one's own counters: one writer each, but the sum is taken while they run. */
public class SumWhileCounting {
  static final long[] counters = new long[2];  // expect: observed long[]

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> counters[0]++, () -> counters[1]++, () -> Check.same(true, counters[0] + counters[1] >= 0));
  }
}
