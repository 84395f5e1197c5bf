package racing;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import support.Check;
import support.Threads;

/** An updater keeps its own field in order, and not what is written after it. */
public class UpdaterBesidePlainData {
  volatile int version;
  int data;  // expect: observed racing.UpdaterBesidePlainData.data
  static final AtomicIntegerFieldUpdater<UpdaterBesidePlainData> VERSION =
      AtomicIntegerFieldUpdater.newUpdater(UpdaterBesidePlainData.class, "version");

  public static void main(String[] args) throws Exception {
    UpdaterBesidePlainData it = new UpdaterBesidePlainData();
    Threads.together(
        () -> {
          VERSION.incrementAndGet(it);
          it.data = 1;
        },
        () -> {
          while (VERSION.get(it) == 0) Thread.onSpinWait();
          Check.same(true, it.data >= 0);
        });
  }
}
