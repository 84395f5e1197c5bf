package racing;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import support.Threads;

/** Calls that change a collection only if there is something to change, and there is. */
public class ChangedAfterAll {
  static final Map<Integer, Integer> computed = new HashMap<>(Map.of(1, 1)); // expect: observed java.util.HashMap
  static final Map<Integer, Integer> replaced = new TreeMap<>(Map.of(1, 1)); // expect: observed java.util.TreeMap
  static final Map<Integer, Integer> viewed = new LinkedHashMap<>(Map.of(1, 1)); // expect: observed java.util.LinkedHashMap
  static final Map<TimeUnit, Integer> units = new EnumMap<>(Map.of(TimeUnit.DAYS, 1)); // expect: observed java.util.EnumMap
  static final Set<Integer> added = new HashSet<>(); // expect: observed java.util.HashSet
  static final Set<Integer> kept = new LinkedHashSet<>(List.of(1, 2)); // expect: observed java.util.LinkedHashSet
  static final TreeSet<Integer> polled = new TreeSet<>(List.of(1)); // expect: observed java.util.TreeSet
  static final ArrayDeque<Integer> deque = new ArrayDeque<>(List.of(1)); // expect: observed java.util.ArrayDeque

  public static void main(String[] args) throws Exception {
    Threads.race(() -> computed.computeIfPresent(1, (key, value) -> null), () -> System.out.println(computed.size()));
    Threads.race(() -> replaced.replace(1, 1, 2), () -> System.out.println(replaced.get(1)));
    Threads.race(() -> viewed.keySet().removeIf(key -> key == 1), () -> System.out.println(viewed.size()));
    Threads.race(() -> units.remove(TimeUnit.DAYS), () -> System.out.println(units.size()));
    Threads.race(() -> added.add(1), () -> System.out.println(added.size()));
    Threads.race(() -> kept.retainAll(List.of(1)), () -> System.out.println(kept.size()));
    Threads.race(() -> polled.pollFirst(), () -> System.out.println(polled.size()));
    Threads.race(() -> deque.poll(), () -> System.out.println(deque.size()));
  }
}
