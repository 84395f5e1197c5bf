package silent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import support.Check;
import support.NoEdge;
import support.Threads;

/** Views and streams are made while another thread changes the collection, and used when it has ended. */
public class ViewsOfCollections {
  private static final List<Collection<?>> views = new ArrayList<>();
  private static final List<Stream<?>> streams = new ArrayList<>();

  private static void race(Threads.Body change, Threads.Body view) throws InterruptedException {
    NoEdge changed = new NoEdge();
    Threads.together(
        () -> {
          change.run();
          changed.raise();
        },
        () -> {
          changed.await();
          view.run();
        });
  }

  private static void map(Map<Integer, Integer> map) throws Exception {
    race(
        () -> map.put(1, 1),
        () -> {
          views.add(map.keySet());
          views.add(map.values());
          views.add(map.entrySet());
          streams.add(map.values().stream());
          views.add(Collections.unmodifiableMap(map).keySet());
          views.add(Collections.synchronizedMap(map).keySet());
        });
  }

  public static void main(String[] args) throws Exception {
    map(new HashMap<>());
    map(new LinkedHashMap<>());
    map(new TreeMap<>());
    List<Integer> list = new ArrayList<>();
    race(
        () -> list.add(1),
        () -> {
          streams.add(list.stream());
          streams.add(list.parallelStream().map(each -> each + 1));
          views.add(Collections.unmodifiableList(list));
          views.add(Collections.synchronizedList(list));
        });
    TreeMap<Integer, Integer> sorted = new TreeMap<>();
    race(
        () -> sorted.put(1, 1),
        () -> {
          views.add(sorted.headMap(3).values());
          views.add(sorted.descendingMap().values());
        });
    TreeSet<Integer> set = new TreeSet<>();
    race(
        () -> set.add(1),
        () -> {
          views.add(set.tailSet(0));
          streams.add(set.stream());
        });
    long all = 0;
    for (Collection<?> view : views) all += view.size();
    for (Stream<?> stream : streams) all += stream.count();
    Check.result((long) views.size() + streams.size(), all);
  }
}
