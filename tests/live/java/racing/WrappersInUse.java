package racing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import support.Threads;

/** What wraps a collection locks nothing, whatever else it does; a synchronized one locks nothing while it is streamed. */
public class WrappersInUse {
  static final List<String> checked = new ArrayList<>(); // expect: observed java.util.ArrayList
  static final Map<Integer, Integer> map = new HashMap<>(); // expect: observed java.util.HashMap
  static final Queue<String> queue = new PriorityQueue<>(); // expect: observed java.util.PriorityQueue
  static final Map<String, Boolean> members = new IdentityHashMap<>(); // expect: observed java.util.IdentityHashMap
  static final ArrayDeque<String> stack = new ArrayDeque<>(); // expect: observed java.util.ArrayDeque
  static final TreeSet<Integer> sorted = new TreeSet<>(List.of(1)); // expect: observed java.util.TreeSet
  static final TreeMap<Integer, Integer> tree = new TreeMap<>(Map.of(1, 1)); // expect: observed java.util.TreeMap
  static final Map<Integer, Integer> weak = new WeakHashMap<>(); // expect: observed java.util.WeakHashMap
  static final List<Integer> streamed = new LinkedList<>(); // expect: observed java.util.LinkedList

  public static void main(String[] args) throws Exception {
    List<String> list = Collections.checkedList(checked, String.class);
    Threads.race(() -> list.add("a"), () -> System.out.println(checked.get(0)));
    Map<Integer, Integer> pairs = Collections.checkedMap(map, Integer.class, Integer.class);
    Threads.race(() -> System.out.println(pairs.get(1)), () -> map.put(1, 1));
    Queue<String> offers = Collections.checkedQueue(queue, String.class);
    Threads.race(() -> offers.offer("a"), () -> System.out.println(queue.peek()));
    Set<String> set = Collections.newSetFromMap(members);
    Threads.race(() -> set.add("a"), () -> System.out.println(set.contains("a")));
    Queue<String> top = Collections.asLifoQueue(stack);
    Threads.race(() -> top.add("a"), () -> System.out.println(top.peek()));
    SortedSet<Integer> readers = Collections.unmodifiableSortedSet(sorted);
    Threads.race(() -> sorted.add(2), () -> System.out.println(readers.last()));
    Set<Integer> keys = tree.keySet();
    Threads.race(() -> keys.remove(1), () -> System.out.println(tree.get(1)));
    Set<Integer> weakKeys = weak.keySet();
    Threads.race(() -> weak.put(1, 1), () -> System.out.println(weakKeys.size()));
    List<Integer> locked = Collections.synchronizedList(streamed);
    Threads.race(() -> locked.add(1), () -> System.out.println(locked.stream().count()));
  }
}
