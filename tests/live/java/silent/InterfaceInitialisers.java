package silent;

import support.Check;
import support.Threads;

/** An interface's fields are initialised by the first to read one or to make an object with its default method. */
public class InterfaceInitialisers {
  static final class Box {
    int value;

    Box(int value) {
      this.value = value;
    }
  }

  interface Defaults {
    Box BOX = new Box(7);

    default int boxed() {
      return BOX.value;
    }
  }

  static final class Impl implements Defaults {}

  public static void main(String[] args) throws Exception {
    Threads.together(() -> Check.same(7, new Impl().boxed()), () -> Check.same(7, Defaults.BOX.value));
    Check.result(7, Defaults.BOX.value);
  }
}
