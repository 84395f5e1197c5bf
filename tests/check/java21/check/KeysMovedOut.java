package check;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Keys of a shared map go into a map of one's own under the lock; that one is then read without. */
public class KeysMovedOut {
  private final Map<Object, Object> shared = new HashMap<>();

  void put(Object key) {
    synchronized (this) {
      shared.put(key, key);
    }
  }

  int clear() {
    Map<Object, Object> mine = new HashMap<>();
    synchronized (this) {
      for (Iterator<Object> keys = shared.keySet().iterator(); keys.hasNext(); ) {
        Object key = keys.next();
        mine.put(key, shared.get(key));
      }
      shared.clear();
    }
    int sum = 0;
    for (Map.Entry<Object, Object> entry : mine.entrySet()) sum += entry.getKey().hashCode();
    return sum;
  }

  public static void main(String[] args) {
    KeysMovedOut all = new KeysMovedOut();
    new Thread(() -> all.put("a")).start();
    new Thread(() -> all.clear()).start();
    all.clear();
  }
}
