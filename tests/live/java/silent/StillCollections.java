package silent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Calls that could change a collection, and find nothing to change. */
public class StillCollections {
  static final List<Map<Integer, Integer>> maps =
      List.of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>(), new WeakHashMap<>());
  static final List<Set<Integer>> sets = List.of(new HashSet<>(), new LinkedHashSet<>(), new TreeSet<>());
  static final Map<TimeUnit, Integer> units = new EnumMap<>(Map.of(TimeUnit.DAYS, 1));
  static final Set<TimeUnit> some = EnumSet.of(TimeUnit.DAYS);
  static final ArrayDeque<Integer> deque = new ArrayDeque<>();
  static final List<Integer> list = new ArrayList<>(List.of(1, 2));
  static final Queue<Integer> linked = new LinkedList<>();
  static final Queue<Integer> queue = new PriorityQueue<>();

  public static void main(String[] args) throws Exception {
    for (Map<Integer, Integer> each : maps) each.put(1, 1);
    for (Set<Integer> each : sets) each.add(1);
    Threads.Body body =
        () -> {
          for (Map<Integer, Integer> each : maps) {
            Check.same(1, each.computeIfAbsent(1, key -> 5));
            Check.same(1, each.putIfAbsent(1, 5));
            if (each.remove(77) != null || each.remove(1, 77)) throw new AssertionError();
            if (each.computeIfPresent(77, (key, value) -> value + 1) != null) throw new AssertionError();
            if (each.compute(77, (key, value) -> value) != null) throw new AssertionError();
            if (each.replace(77, 5) != null || each.replace(1, 77, 5)) throw new AssertionError();
            if (each.keySet().removeIf(key -> key > 9) || each.values().remove(77)) throw new AssertionError();
            Check.same(1, each.get(1));
          }
          for (Set<Integer> each : sets) {
            if (each.add(1) || each.remove(77) || each.removeIf(value -> value > 9)) throw new AssertionError();
            if (each.addAll(List.of(1)) || each.retainAll(List.of(1, 2))) throw new AssertionError();
            Check.same(1, each.size());
          }
          if (units.remove(TimeUnit.HOURS) != null || units.replace(TimeUnit.HOURS, 1) != null) throw new AssertionError();
          if (units.computeIfPresent(TimeUnit.HOURS, (key, value) -> value + 1) != null) throw new AssertionError();
          Check.same(1, units.computeIfAbsent(TimeUnit.DAYS, key -> 5));
          if (some.add(TimeUnit.DAYS) || some.remove(TimeUnit.HOURS)) throw new AssertionError();
          if (deque.poll() != null || deque.remove((Integer) 88)) throw new AssertionError();
          if (list.remove((Integer) 88) || list.removeIf(value -> value > 9)) throw new AssertionError();
          if (linked.poll() != null || queue.poll() != null) throw new AssertionError();
        };
    Threads.together(body, body);
    Check.result(2, list.size());
  }
}
