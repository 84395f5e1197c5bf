package check;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Values that are changed only inside compute, which locks their entry: nothing. */
public class ComputeInMap {
  static class Tally {
    int hits;
  }

  private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

  void hit(String name) {
    tallies.compute(name, (key, tally) -> {
      if (tally == null) {
        tally = new Tally();
      }
      tally.hits++;
      return tally;
    });
  }

  public static void main(String[] args) {
    ComputeInMap shared = new ComputeInMap();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> shared.hit("a")).start();
    }
  }
}
