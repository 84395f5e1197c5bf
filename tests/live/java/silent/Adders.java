package silent;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import support.Check;
import support.Threads;

/** Adders and accumulators: many add, the sum is taken after the join. */
public class Adders {
  public static void main(String[] args) throws Exception {
    LongAdder adder = new LongAdder();
    LongAccumulator largest = new LongAccumulator(Math::max, Long.MIN_VALUE);
    DoubleAdder doubles = new DoubleAdder();
    Threads.Body work = () -> {
      for (int i = 0; i < 100; i++) {
        adder.increment();
        largest.accumulate(i);
        doubles.add(0.5);
      }
    };
    Threads.together(work, work);
    Check.result("200 99 100.0", adder.sum() + " " + largest.get() + " " + doubles.sum());
  }
}
