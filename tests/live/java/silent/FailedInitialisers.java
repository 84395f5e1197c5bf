package silent;

import support.Check;
import support.Threads;

/** A class whose initialiser fails: whoever is refused it afterwards comes behind what the initialiser did. */
public class FailedInitialisers {
  static int[] log;
  static int entries;

  static class Broken {
    static int value;

    static {
      log = new int[3];
      log[entries++] = 1;
      log[entries++] = 2;
      if (entries > 1) throw new IllegalStateException("on purpose");
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.race(
        () -> {
          try {
            Broken.value = 1;
          } catch (ExceptionInInitializerError expected) {
            return;
          }
          throw new AssertionError("initialised");
        },
        () -> {
          try {
            Broken.value = 2;
          } catch (NoClassDefFoundError expected) {
            Check.result("2 1", entries + " " + log[0]);
            return;
          }
          throw new AssertionError("initialised");
        });
  }
}
