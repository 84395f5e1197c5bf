package silent;

import java.util.concurrent.atomic.AtomicInteger;
import support.Check;
import support.Threads;

/** Slots handed out by getAndIncrement: each is written by who drew it, and read after the last one was counted. */
public class AtomicTickets {
  static final int[] slots = new int[100];

  public static void main(String[] args) throws Exception {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger filled = new AtomicInteger();
    Threads.Body filler = () -> {
      for (int slot; (slot = next.getAndIncrement()) < slots.length; filled.incrementAndGet()) slots[slot] = slot;
    };
    Threads.together(filler, filler, () -> {
      while (filled.get() < slots.length) Thread.onSpinWait();
      int sum = 0;
      for (int value : slots) sum += value;
      Check.result(4950, sum);
    });
  }
}
