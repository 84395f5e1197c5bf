package check;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Check-then-act on a concurrent map is no data race: nothing. */
public class CheckThenAct {
  private final Map<String, String> cache = new ConcurrentHashMap<>();

  String get(String key) {
    if (!cache.containsKey(key)) {
      cache.put(key, key + "!");
    }
    return cache.get(key);
  }

  public static void main(String[] args) {
    CheckThenAct shared = new CheckThenAct();
    new Thread(() -> shared.get("a")).start();
    new Thread(() -> shared.get("a")).start();
  }
}
