package check;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** An updater makes a plain-looking volatile field atomic; the field beside it is not. */
public class FieldUpdaters {
  private static final AtomicIntegerFieldUpdater<FieldUpdaters> HITS =
      AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "hits");

  private volatile int hits;
  private int misses; // expect: check.FieldUpdaters.misses

  void look(boolean found) {
    if (found) {
      HITS.incrementAndGet(this);
    } else {
      misses++;
    }
  }

  public static void main(String[] args) {
    FieldUpdaters shared = new FieldUpdaters();
    for (int i = 0; i < 2; i++) new Thread(() -> shared.look(args.length > 0)).start();
  }
}
