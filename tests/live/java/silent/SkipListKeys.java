package silent;

import java.util.concurrent.ConcurrentSkipListMap;
import support.Check;
import support.Threads;

/** A thread that puts a key compares it with those that others are just putting, also where it makes an index. */
public class SkipListKeys {
  static final class Key implements Comparable<Key> {
    int number; // not final, and written before the key is put

    Key(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }
  }

  static final ConcurrentSkipListMap<Key, Integer> map = new ConcurrentSkipListMap<>();

  static void put(int first) {
    for (int i = first; i < 600; i += 3) map.put(new Key(i), i);
  }

  public static void main(String[] args) throws Exception {
    Threads.together(() -> put(0), () -> put(1), () -> put(2));
    Check.result(600, map.size());
  }
}
