package atomrace;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Correct: the test and the put hold the map's own lock, which every other call takes inside. A call that has begun meanwhile
 * waits there; nobody comes between, though it looks so from outside. Prints how often a value was put twice.
 */
public final class LockedCheckThenAct {
  private final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
  private int twice;

  private void look(String key, int number) {
    synchronized (map) {
      if (!map.containsKey(key) && map.put(key, number) != null) ++twice;
    }
  }

  private void put(String key, int number) {
    map.put(key, number);
  }

  public static void main(String[] args) throws InterruptedException {
    LockedCheckThenAct cache = new LockedCheckThenAct();
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    Thread looking = new Thread(() -> {
      for (int i = 0; i < rounds; ++i) cache.look("key-" + i, i);
    }, "looking");
    Thread putting = new Thread(() -> {
      for (int i = 0; i < rounds; ++i) cache.put("key-" + i, -i);
    }, "putting");
    looking.start();
    putting.start();
    looking.join();
    putting.join();
    System.out.println(cache.twice + " twice");
  }
}
