package silent;

import java.util.concurrent.ConcurrentHashMap;
import support.Check;

/** A ConcurrentHashMap whose keys all fall into one bin, a tree: those who look for one come upon new ones. */
public class CrowdedBins {
  private static final int KEYS = 300;

  static final class Key implements Comparable<Key> {
    private int value; // plain: read by other threads' searches

    Key(int value) {
      this.value = value;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Key key && key.value == value;
    }

    @Override
    public int compareTo(Key o) {
      return Integer.compare(value, o.value);
    }
  }

  static final class Box {
    int value;

    Box(int value) {
      this.value = value;
    }
  }

  public static void main(String[] args) throws Exception {
    ConcurrentHashMap<Key, Box> map = new ConcurrentHashMap<>();
    Thread puts = new Thread(() -> {
      for (int i = 0; i < 5 * KEYS; i++) map.put(new Key(i % KEYS), new Box(i));
    });
    Thread looks = new Thread(() -> {
      for (int i = 0; i < 5 * KEYS; i++) {
        Box box = map.get(new Key(i % KEYS));
        if (box != null && box.value < 0) throw new AssertionError();
        map.remove(new Key(i % KEYS));
        map.computeIfAbsent(new Key(i % KEYS), key -> new Box(key.value));
      }
    });
    puts.start();
    looks.start();
    puts.join();
    looks.join();
    Check.same(KEYS, map.size());
  }
}
