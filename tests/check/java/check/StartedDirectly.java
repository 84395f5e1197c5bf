package check;

import java.util.ArrayList;
import java.util.List;

/** As StartedByBase, but somebody does without the method that locks. */
public class StartedDirectly {
  abstract static class Part {
    synchronized void start() {
      startParts();
    }

    abstract void startParts();
  }

  static class Engine extends Part {
    final List<String> log = new ArrayList<>(); // expect: java.util.ArrayList

    @Override
    void startParts() {
      log.add("engine");
    }
  }

  static class Wheel extends Part {
    @Override
    void startParts() {
      System.out.println("wheel");
    }
  }

  public static void main(String[] args) {
    Engine engine = new Engine();
    Wheel wheel = new Wheel();
    Runnable starts =
        () -> {
          wheel.start();
          engine.start();
          engine.startParts();
        };
    new Thread(starts).start();
    new Thread(starts).start();
  }
}
// check: --main check.StartedDirectly --contexts insensitive
