package check;

import java.util.concurrent.ConcurrentHashMap;

/** What compute does to a value of the map it does alone; what is got and then changed has no lock. */
public class ComputedValues {
  static class Count {
    int inside;
    int outside; // expect: check.ComputedValues$Count.outside
  }

  private final ConcurrentHashMap<String, Count> counts = new ConcurrentHashMap<>();

  void add(String key) {
    counts.compute(
        key,
        (k, count) -> {
          Count next = count == null ? new Count() : count;
          next.inside++;
          return next;
        });
    Count got = counts.get(key);
    if (got != null) got.outside++;
  }

  public static void main(String[] args) {
    ComputedValues shared = new ComputedValues();
    for (int i = 0; i < 2; i++) new Thread(() -> shared.add("a")).start();
  }
}
