package silent;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/** A plain HashMap and a plain LinkedHashMap that everybody uses under one lock. */
public class GuardedMap {
  static final Map<Integer, Integer> map = new HashMap<>();
  static final Map<Integer, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 100; i++) {
        synchronized (map) {
          map.merge(i % 10, 1, Integer::sum);
          recent.put(i, i);
          recent.get(i / 2);
          for (int value : map.values()) Check.same(true, value > 0);
        }
      }
    };
    Threads.together(work, work);
    Check.result("10 100 20", map.size() + " " + recent.size() + " " + map.get(3));
  }
}
