package silent;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import support.Check;
import support.Threads;

/**
 * Concurrent collections call the program's own methods (equals, compareTo, toString, functions) with what another thread
 * has put there a moment ago, in the middle of their own.
 */
public class CallbacksOfCollections {
  private static final int MANY = 600;

  static final class Key implements Comparable<Key> {
    private int number;
    private String text;

    Key(int number) {
      this.number = number;
      this.text = "key " + number;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.number == number;
    }

    @Override
    public int hashCode() {
      return number & 127;  // a few in each bin, no trees
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static void queue(Collection<Key> all) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < MANY; i++) all.add(new Key(i));
        },
        () -> {
          for (int i = 0; i < MANY; i++) {
            all.contains(new Key(i));
            if (i % 20 != 0) continue;
            int sum = all.stream().mapToInt(key -> key.number).sum();
            for (Key key : all) sum += key.number;
            all.forEach(Key::hashCode);
            all.iterator().forEachRemaining(Key::hashCode);
            all.spliterator().tryAdvance(Key::hashCode);
            all.removeIf(key -> key.number < 0);
            all.remove(new Key(-1 - i));
            all.containsAll(List.of(new Key(1)));
            Check.same(true, sum >= 0 && all.toString() != null);
          }
        });
    Check.same(MANY, all.size());
  }

  private static void map() throws Exception {
    ConcurrentHashMap<Key, Key> map = new ConcurrentHashMap<>();
    Threads.together(
        () -> {
          for (int i = 0; i < MANY; i++) map.put(new Key(i), new Key(i));
        },
        () -> {
          for (int i = 0; i < MANY; i++) {
            map.computeIfPresent(new Key(i), (key, old) -> key.equals(old) ? old : key);
            if (i % 20 != 0) continue;
            int sum = map.values().stream().mapToInt(key -> key.number).sum();
            sum += map.reduceValuesToInt(1, key -> key.number, 0, Integer::sum);
            sum += map.keySet().parallelStream().mapToInt(key -> key.number).sum();
            map.forEach((key, value) -> key.equals(value));
            map.forEachEntry(1, entry -> entry.getValue().hashCode());
            map.search(1, (key, value) -> value.number < 0 ? key : null);
            map.values().removeIf(value -> value.number < 0);
            for (Key key : map.keySet()) sum += key.number;
            Check.same(true, sum >= 0 && map.toString() != null);
          }
        });
    Check.same(MANY, map.size());
  }

  private static void sorted() throws Exception {
    ConcurrentSkipListMap<Key, Key> map = new ConcurrentSkipListMap<>();
    Threads.together(
        () -> {
          for (int i = 0; i < MANY; i++) map.put(new Key(i), new Key(i));
        },
        () -> {
          for (int i = 0; i < MANY; i++) {
            map.get(new Key(i));
            map.ceilingKey(new Key(i));
            if (i % 20 != 0) continue;
            int sum = map.values().stream().mapToInt(key -> key.number).sum();
            sum += map.entrySet().stream().mapToInt(entry -> entry.getValue().number).sum();
            sum += map.headMap(new Key(100)).values().stream().mapToInt(key -> key.number).sum();
            map.forEach((key, value) -> key.equals(value));
            map.descendingMap().values().forEach(Key::hashCode);
            Check.same(true, sum >= 0);
          }
        });
    Check.same(MANY, map.size());
  }

  public static void main(String[] args) throws Exception {
    queue(new LinkedBlockingQueue<>());
    queue(new ArrayBlockingQueue<>(MANY));
    queue(new LinkedBlockingDeque<>());
    queue(new LinkedTransferQueue<>());
    queue(new PriorityBlockingQueue<>());
    queue(new ConcurrentLinkedQueue<>());
    queue(new ConcurrentLinkedDeque<>());
    queue(new CopyOnWriteArrayList<>());
    queue(new ConcurrentSkipListSet<>());
    queue(ConcurrentHashMap.newKeySet());
    map();
    sorted();
    System.out.println("ordered");
  }
}
