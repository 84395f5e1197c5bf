package check;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a function does to the values of a map's entries, two threads do to the same values. */
public class EntriesByFunction {
  static class Count {
    int looped; // expect: check.EntriesByFunction$Count.looped
    int called; // expect: check.EntriesByFunction$Count.called
    int streamed; // expect: check.EntriesByFunction$Count.streamed
  }

  private final ConcurrentHashMap<String, Count> counts = new ConcurrentHashMap<>();

  void addAll() {
    for (Map.Entry<String, Count> entry : counts.entrySet()) entry.getValue().looped++;
    counts.entrySet().forEach(entry -> entry.getValue().called++);
    counts.entrySet().stream().filter(entry -> entry.getKey() != null).forEach(entry -> entry.getValue().streamed++);
  }

  public static void main(String[] args) {
    EntriesByFunction shared = new EntriesByFunction();
    shared.counts.put("a", new Count());
    for (int i = 0; i < 2; i++) new Thread(shared::addAll).start();
  }
}
