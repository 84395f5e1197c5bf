package check;

import java.util.ArrayList;
import java.util.List;

/**
 * One method of the base class locks any of the parts, and in what it calls it is known which: nobody else has the list of
 * the one engine.
 */
public class StartedByBase {
  abstract static class Part {
    synchronized void start() {
      startParts();
    }

    abstract void startParts();
  }

  static class Engine extends Part {
    final List<String> log = new ArrayList<>();

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
        };
    new Thread(starts).start();
    new Thread(starts).start();
  }
}
// check: --main check.StartedByBase --contexts insensitive
