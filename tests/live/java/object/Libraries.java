package object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/** Objects of library classes: those that are not thread-safe are used like any other, the rest is nobody's business. */
public class Libraries {
  public static void main(String[] args) throws Exception {
    Map<Integer, Integer> map = new HashMap<>();  // expect: predicted java.util.HashMap
    Map<Integer, Integer> concurrent = new ConcurrentHashMap<>();
    List<Integer> guarded = new ArrayList<>();
    AtomicInteger count = new AtomicInteger();
    String text = "shared";
    Integer boxed = 700;
    StringBuilder owned = new StringBuilder();
    owned.append("mine");
    CyclicBarrier all = new CyclicBarrier(3);
    Threads.Body body = () -> {
      int key = count.incrementAndGet() + text.length() + boxed.hashCode();
      synchronized (map) {
        map.size();
      }
      concurrent.put(key, key);
      synchronized (guarded) {
        guarded.add(key);
      }
      new StringBuilder().append(key).append(text);
      all.await();
      if (count.get() == 3) map.getOrDefault(0, key);
      synchronized (guarded) {
        map.put(key, key);
      }
      all.await();
    };
    Threads.together(body, body, body);
  }
}
