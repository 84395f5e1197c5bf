package silent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;
import support.Check;
import support.Threads;

/** A wrapper is as safe as what it wraps, and what is asked of it and changes nothing is no change. */
public class Wrappers {
  static final List<Integer> list = Collections.checkedList(Collections.synchronizedList(new ArrayList<>()), Integer.class);
  static final Map<Integer, Integer> map =
      Collections.checkedMap(Collections.synchronizedMap(new HashMap<>()), Integer.class, Integer.class);
  static final Set<Integer> set = Collections.newSetFromMap(new ConcurrentHashMap<>());
  static final Queue<Integer> stack = Collections.asLifoQueue(new LinkedBlockingDeque<>());
  static final List<Integer> streamed = Collections.synchronizedList(new ArrayList<>());
  static final NavigableMap<Integer, Integer> tree = new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3));
  static final SortedMap<Integer, Integer> seen = Collections.unmodifiableNavigableMap(tree);
  static final Set<String> names = Collections.newSetFromMap(new IdentityHashMap<>());

  public static void main(String[] args) throws Exception {
    names.add("a");
    AtomicInteger sum = new AtomicInteger();
    Threads.Body work =
        () -> {
          for (int i = 0; i < 20; i++) {
            list.add(i);
            map.put(i, i);
            set.add(i);
            stack.add(i);
            stack.poll();
            synchronized (streamed) {
              streamed.add(i);
              sum.addAndGet((int) streamed.stream().filter(each -> each < 0).count());
            }
            sum.addAndGet(seen.firstKey());
            sum.addAndGet(tree.headMap(2, true).descendingMap().lastEntry().getValue());
            tree.keySet().remove(9);
            tree.headMap(2).keySet().removeAll(List.of(7, 8));
            tree.tailMap(2).entrySet().removeIf(each -> each.getKey() > 9);
            for (int each : tree.subMap(1, 3).keySet()) sum.addAndGet(each);
            names.add("a");
            sum.addAndGet(names.size());
          }
        };
    Threads.together(work, work, work);
    Check.result("60 20 20 0 60", list.size() + " " + map.size() + " " + set.size() + " " + stack.size() + " " + streamed.size());
    Check.same(360, sum.get());
  }
}
