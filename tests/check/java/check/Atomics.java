package check;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Atomics of several kinds: nothing. */
public class Atomics {
  private final AtomicInteger count = new AtomicInteger();
  private final LongAdder adder = new LongAdder();
  private final AtomicReference<String> name = new AtomicReference<>("");
  private final AtomicLong[] cells = {new AtomicLong(), new AtomicLong()};

  void work() {
    count.incrementAndGet();
    adder.increment();
    name.updateAndGet(s -> s + "x");
    cells[0].addAndGet(2);
  }

  public static void main(String[] args) {
    Atomics shared = new Atomics();
    new Thread(shared::work).start();
    new Thread(shared::work).start();
  }
}
