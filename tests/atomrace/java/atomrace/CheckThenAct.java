package atomrace;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/**
 * Each call of the map is atomic, the two together are not: values are made twice, and one of them is lost. Status 3 if one
 * was. The first argument says which map, {@code concurrent} or {@code synchronized}, the second how many rounds.
 */
public final class CheckThenAct {
  private final Map<String, Object> map;

  private CheckThenAct(Map<String, Object> map) {
    this.map = map;
  }

  private Object lookUp(String key) {
    if (!map.containsKey(key)) map.put(key, new Object());  // violation: another thread's put in between
    return map.get(key);
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> map =
        args[0].equals("concurrent") ? new ConcurrentHashMap<>() : Collections.synchronizedMap(new HashMap<>());
    int rounds = Integer.parseInt(args[1]);
    CheckThenAct cache = new CheckThenAct(map);
    CyclicBarrier together = new CyclicBarrier(2);
    Object[][] seen = new Object[2][rounds];
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; ++i) {
      int number = i;
      all[i] = new Thread(() -> {
        try {
          for (int round = 0; round < rounds; ++round) {
            together.await();
            seen[number][round] = cache.lookUp("key-" + round);
          }
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }, "user-" + i);
    }
    for (Thread each : all) each.start();
    for (Thread each : all) each.join();
    int lost = 0;
    for (int round = 0; round < rounds; ++round) {
      if (seen[0][round] != seen[1][round]) ++lost;
    }
    System.out.println(lost + " of " + rounds + " values lost");
    if (lost > 0) System.exit(3);
  }
}
