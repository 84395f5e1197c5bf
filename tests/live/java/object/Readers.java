package object;

import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** Set once, then asked by many. A method that changes nothing is a read, but for the paper each is a write. */
public class Readers {
  static final class Settings {  // expect strictly: predicted object.Readers$Settings
    private int size;

    void setSize(int size) {
      this.size = size;
    }

    int size() {
      return size;
    }
  }

  /** Nothing of it can change, so there is nothing to use. */
  record Immutable(int size) {
    int twice() {
      return 2 * size;
    }
  }

  public static void main(String[] args) throws Exception {
    Settings settings = new Settings();
    settings.setSize(3);
    Immutable fixed = new Immutable(4);
    CyclicBarrier all = new CyclicBarrier(3);
    Threads.Body body = () -> {
      if (settings.size() + fixed.twice() + fixed.size() != 15) throw new AssertionError();
      all.await();
    };
    Threads.together(body, body, body);
  }
}
