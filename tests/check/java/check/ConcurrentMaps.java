package check;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Concurrent collections are safe; what hangs in them is not by that. */
public class ConcurrentMaps {
  static class Counter {
    int hits; // expect: check.ConcurrentMaps$Counter.hits
  }

  private final Map<String, Counter> counters = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<String> names = new CopyOnWriteArrayList<>();

  void hit(String name) {
    counters.computeIfAbsent(name, n -> new Counter()).hits++;
    names.addIfAbsent(name);
  }

  public static void main(String[] args) {
    ConcurrentMaps shared = new ConcurrentMaps();
    new Thread(() -> shared.hit("a")).start();
    new Thread(() -> shared.hit("a")).start();
  }
}
