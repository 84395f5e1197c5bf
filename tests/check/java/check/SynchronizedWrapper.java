package check;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A synchronised view of a map: nothing. */
public class SynchronizedWrapper {
  private final Map<String, Integer> hits = Collections.synchronizedMap(new HashMap<>());

  void hit(String name) {
    hits.merge(name, 1, Integer::sum);
    synchronized (hits) {
      for (String key : hits.keySet()) {
        System.out.println(key);
      }
    }
  }

  public static void main(String[] args) {
    SynchronizedWrapper shared = new SynchronizedWrapper();
    new Thread(() -> shared.hit("a")).start();
    new Thread(() -> shared.hit("b")).start();
  }
}
