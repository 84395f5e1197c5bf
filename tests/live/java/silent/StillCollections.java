package silent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.WeakHashMap;
import support.Check;
import support.Threads;

/** Calls that could change a collection, and find nothing to change. */
public class StillCollections {
  static final Map<Integer, Integer> map = new HashMap<>();
  static final Map<Integer, Integer> tree = new TreeMap<>();
  static final Map<Integer, Integer> weak = new WeakHashMap<>();
  static final List<Integer> list = new ArrayList<>(List.of(1, 2));
  static final Queue<Integer> linked = new LinkedList<>();
  static final Queue<Integer> queue = new PriorityQueue<>();

  public static void main(String[] args) throws Exception {
    for (Map<Integer, Integer> each : List.of(map, tree, weak)) each.put(1, 1);
    Threads.Body body =
        () -> {
          for (Map<Integer, Integer> each : List.of(map, tree, weak)) {
            Check.same(1, each.computeIfAbsent(1, key -> 5));
            Check.same(1, each.putIfAbsent(1, 5));
            if (each.remove(77) != null || each.remove(1, 77)) throw new AssertionError();
            Check.same(1, each.get(1));
          }
          if (list.remove((Integer) 88) || list.removeIf(value -> value > 9)) throw new AssertionError();
          if (linked.poll() != null || queue.poll() != null) throw new AssertionError();
        };
    Threads.together(body, body);
    Check.result(2, list.size());
  }
}
