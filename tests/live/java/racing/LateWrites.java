package racing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import support.Threads;

/** Calls that change a collection if they find something to change, which shows only when they are over. */
public class LateWrites {
  static final List<Integer> list = new ArrayList<>(List.of(1)); // expect: observed java.util.ArrayList
  static final Map<Integer, Integer> map = new HashMap<>(); // expect: observed java.util.HashMap
  static final Map<Integer, Integer> tree = new TreeMap<>(); // expect: observed java.util.TreeMap
  static final Map<Integer, Integer> weak = new WeakHashMap<>(); // expect: observed java.util.WeakHashMap

  public static void main(String[] args) throws Exception {
    tree.put(1, 1);
    Threads.race(() -> list.remove((Integer) 1), () -> System.out.println(list.size()));
    Threads.race(() -> map.computeIfAbsent(1, key -> 5), () -> System.out.println(map.get(1)));
    Threads.race(() -> System.out.println(tree.size()), () -> tree.remove(1));
    Threads.race(() -> weak.merge(1, 1, Integer::sum), () -> System.out.println(weak.get(1)));
  }
}
