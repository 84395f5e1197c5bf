package atomrace;

import java.util.HashMap;
import java.util.Map;

/** The test and the put are made by methods that are called, each under the lock: a section that begins and ends there. */
public final class CalledCheckThenAct {
  private final Map<String, Integer> map = new HashMap<>();
  private int twice;

  private synchronized boolean has(String key) {
    return map.containsKey(key);
  }

  private synchronized void put(String key, int number) {
    if (map.put(key, number) != null) ++twice;
  }

  private void add(String key, int number) {
    if (!has(key)) put(key, number);
  }

  public static void main(String[] args) throws InterruptedException {
    CalledCheckThenAct cache = new CalledCheckThenAct();
    Runnable adding = () -> {
      for (int i = 0; i < 3000; ++i) cache.add("key-" + i, i);
    };
    Thread first = new Thread(adding, "first"), second = new Thread(adding, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(cache.twice + " twice");
  }
}
