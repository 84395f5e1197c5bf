package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** Double-checked locking without volatile: the reference and what it leads to are both unordered. */
public class BrokenDoubleChecked {
  static final class Config {
    int size;  // may: racing.BrokenDoubleChecked$Config.size
  }

  private static Config config;  // expect: observed racing.BrokenDoubleChecked.config

  static Config get() {
    if (config == null) {
      synchronized (BrokenDoubleChecked.class) {
        if (config == null) {
          Config made = new Config();
          made.size = 3;
          config = made;
        }
      }
    }
    return config;
  }

  public static void main(String[] args) throws Exception {
    NoEdge made = new NoEdge();
    Threads.together(
        () -> {
          get();
          made.raise();
        },
        () -> {
          made.await();
          Check.same(3, get().size);
        });
  }
}
