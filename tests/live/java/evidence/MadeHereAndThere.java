package evidence;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import support.NoEdge;

/** Objects whose maker is known, is one of two, cannot be told, and a static field, which has none. */
final class MadeHereAndThere {
  private static final class Here {
    int x;
  }

  private static final class HereOrThere {
    int x;
  }

  private static final class Anywhere {
    int x;
  }

  private static final class Copied implements Cloneable {
    int x;

    Copied copy() throws CloneNotSupportedException {
      return (Copied) clone();
    }
  }

  private static int fixed;

  public static void main(String[] arguments) throws Exception {
    Here here = new Here();
    HereOrThere either = arguments.length == 0 ? new HereOrThere()
        : new HereOrThere();
    Supplier<Anywhere> maker = Anywhere::new;
    Anywhere anywhere = arguments.length == 0 ? maker.get() : new Anywhere();
    Copied copied = new Copied().copy();
    NoEdge written = new NoEdge();
    // A thread each, and none starts another: what comes after a race is taken to be ordered by it.
    List<Thread> threads =
        List.of(
            reader(written, () -> here.x),
            reader(written, () -> either.x),
            reader(written, () -> anywhere.x),
            reader(written, () -> copied.x),
            reader(written, () -> fixed),
            new Thread(
                () -> {
                  here.x = either.x = anywhere.x = copied.x = fixed = 1;
                  written.raise();
                }));
    for (Thread each : threads) each.start();
    for (Thread each : threads) each.join();
  }

  private static Thread reader(NoEdge written, IntSupplier variable) {
    return new Thread(
        () -> {
          written.await();
          variable.getAsInt();
        });
  }
}
