package racing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import support.Threads;

/** A view is a way to the collection, however many lie in between; so is a subclass that overrides something else. */
public class ViewsInUse {
  enum Colour { RED }

  @SuppressWarnings("serial")
  static final class Bounded extends LinkedHashMap<Integer, Integer> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
      return false;
    }
  }

  @SuppressWarnings("serial")
  static final class Named extends HashMap<String, Integer> {}

  static final Map<Integer, Integer> keys = new HashMap<>(); // expect: observed java.util.HashMap
  static final TreeMap<Integer, Integer> head = new TreeMap<>(); // expect: observed java.util.TreeMap
  static final Map<Colour, Integer> colours = new EnumMap<>(Colour.class); // expect: observed java.util.EnumMap
  static final Map<Integer, Integer> identities = new IdentityHashMap<>(); // expect: observed java.util.IdentityHashMap
  static final List<Integer> streamed = new ArrayList<>(); // expect: observed java.util.ArrayList
  static final Set<Integer> wrapped = new HashSet<>(); // expect: observed java.util.HashSet
  static final Map<Integer, Integer> bounded = new Bounded(); // expect: observed racing.ViewsInUse$Bounded

  static final List<Integer> cleared = new LinkedList<>(List.of(1, 2, 3)); // expect: observed java.util.LinkedList
  static final List<Integer> cut = new Cut(); // expect: observed racing.ViewsInUse$Cut

  @SuppressWarnings("serial")
  static final class Cut extends ArrayList<Integer> {}

  static final Named named = new Named(); // expect: observed racing.ViewsInUse$Named

  public static void main(String[] args) throws Exception {
    Set<Integer> keysOnly = Collections.unmodifiableMap(keys).keySet();
    Threads.race(() -> keys.put(1, 1), () -> System.out.println(keysOnly.contains(1)));
    Map<Integer, Integer> below = head.headMap(5);
    Threads.race(() -> head.put(1, 1), () -> System.out.println(below.get(1)));
    Threads.race(
        () -> colours.put(Colour.RED, 1),
        () -> {
          for (int each : colours.values()) System.out.println(each);
        });
    Threads.race(() -> identities.put(1, 1), () -> System.out.println(identities.keySet().size()));
    Threads.race(() -> streamed.add(1), () -> System.out.println(streamed.stream().map(String::valueOf).toList()));
    Set<Integer> outer = Collections.unmodifiableSet(Collections.unmodifiableSet(wrapped));
    Threads.race(() -> wrapped.add(1), () -> System.out.println(outer.isEmpty()));
    Threads.race(() -> bounded.put(1, 1), () -> System.out.println(bounded.get(1)));
    Threads.race(() -> named.put("a", 1), () -> System.out.println(named.get("a")));
    List<Integer> front = cleared.subList(0, 2);
    Threads.race(() -> front.clear(), () -> System.out.println(cleared.size()));
    cut.addAll(List.of(1, 2, 3));
    List<Integer> inner = cut.subList(0, 3).subList(1, 2);
    Threads.race(() -> cut.set(1, 5), () -> System.out.println(inner.get(0)));
    Threads.race(() -> inner.add(1), () -> System.out.println(cut.get(1)));
  }
}
