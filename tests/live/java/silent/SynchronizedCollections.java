package silent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import support.Check;
import support.Threads;

/** Collections.synchronizedX: single calls are safe, iteration holds the collection's own lock. */
public class SynchronizedCollections {
  static final class Item {
    int value;
  }

  public static void main(String[] args) throws Exception {
    List<Item> list = Collections.synchronizedList(new ArrayList<>());
    Map<Integer, Item> map = Collections.synchronizedMap(new HashMap<>());
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        Item item = new Item();
        item.value = 1;
        list.add(item);
        map.put(i, item);
        synchronized (list) {
          for (Item each : list) Check.same(1, each.value);
        }
      }
    };
    Threads.together(work, work);
    Check.result("100 50", list.size() + " " + map.size());
  }
}
