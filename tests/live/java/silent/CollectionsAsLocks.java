package silent;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import support.Check;
import support.Threads;

/** Who has put something into a collection that takes it once is alone until it takes it out; and an empty map is a signal. */
public class CollectionsAsLocks {
  static int count;

  public static void main(String[] args) throws Exception {
    List<Collection<String>> locks =
        List.of(ConcurrentHashMap.newKeySet(), new ConcurrentSkipListSet<>(), new CopyOnWriteArraySet<>());
    for (Collection<String> lock : locks) {
      Threads.Body body =
          () -> {
            for (int i = 0; i < 50; i++) {
              while (!lock.add("held")) Thread.yield();
              count++;
              lock.remove("held");
            }
          };
      Threads.together(body, body);
    }
    List<BlockingQueue<String>> doors =
        List.of(new ArrayBlockingQueue<>(1), new LinkedBlockingQueue<>(1), new LinkedBlockingDeque<>(1));
    for (BlockingQueue<String> door : doors) {
      Threads.Body passes =
          () -> {
            for (int i = 0; i < 50; i++) {
              door.put("held");
              count++;
              door.take();
            }
          };
      Threads.together(passes, passes);
    }
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    map.put(1, 1);
    Threads.together(
        () -> {
          count++;
          map.clear();
        },
        () -> {
          while (!map.isEmpty()) Thread.yield();
          count++;
        });
    Check.result(602, count);
  }
}
