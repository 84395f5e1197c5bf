package racing;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import support.Threads;

/** Who walks through a part of a TreeMap walks through the TreeMap. */
public class PartsOfTrees {
  static final TreeMap<Integer, Integer> map = new TreeMap<>(Map.of(1, 1, 2, 2)); // expect: observed java.util.TreeMap

  public static void main(String[] args) throws Exception {
    NavigableMap<Integer, Integer> part = map.headMap(1, true).descendingMap();
    Threads.race(
        () -> map.put(3, 3),
        () -> {
          for (Map.Entry<Integer, Integer> each : part.entrySet()) System.out.println(each);
        });
  }
}
