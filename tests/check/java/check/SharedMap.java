package check;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A HashMap that two threads use is a race on the map; a concurrent or synchronized one is not. */
public class SharedMap {
  final Map<String, Integer> plain = new HashMap<>(); // expect: java.util.HashMap
  final Map<String, Integer> concurrent = new ConcurrentHashMap<>();
  final Map<String, Integer> wrapped = Collections.synchronizedMap(new HashMap<>());

  void put(String key) {
    plain.put(key, 1);
    concurrent.put(key, 1);
    wrapped.put(key, 1);
  }

  public static void main(String[] args) {
    SharedMap shared = new SharedMap();
    new Thread(() -> shared.put("a")).start();
    new Thread(() -> shared.put("b")).start();
  }
}
