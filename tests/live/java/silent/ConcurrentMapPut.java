package silent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import support.Check;
import support.Threads;

/** A value written before it is put, read by who gets it, and the key's removal seen. */
public class ConcurrentMapPut {
  static final class Entry {
    int value;
  }

  public static void main(String[] args) throws Exception {
    Map<String, Entry> map = new ConcurrentHashMap<>();
    Threads.together(
        () -> {
          for (int i = 0; i < 20; i++) {
            Entry entry = new Entry();
            entry.value = i;
            map.put("key" + i, entry);
          }
        },
        () -> {
          int sum = 0;
          for (int i = 0; i < 20; i++) {
            while (!map.containsKey("key" + i)) Thread.onSpinWait();
            sum += map.get("key" + i).value;
            map.remove("key" + i).value = -1;
          }
          Check.result(190, sum);
        });
  }
}
