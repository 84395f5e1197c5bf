// As in ChangedByLibrary, but under a lock, on parts that do not overlap, by reading only, or on what is a thread's own.
package check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ChangedInTurn {
  private final List<Integer> list = new ArrayList<>();
  private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);

  void sort() {
    synchronized (list) {
      Collections.sort(list);
    }
  }

  String get(String key) {
    synchronized (recent) {
      return recent.get(key);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int[] halves = new int[100];
    int[] slices = new int[100];
    Set<Thread.State> states = EnumSet.of(Thread.State.NEW);
    Map<String, String> inserted = new LinkedHashMap<>(16, 0.75f, false);
    inserted.put("a", "b");
    ChangedInTurn[] all = {new ChangedInTurn(), new ChangedInTurn()};
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int from = i * 25;
      int to = from + 25;
      threads[i] = new Thread(() -> {
        Arrays.fill(slices, from, to, 1);
        for (int at = from; at < to; at++) {
          slices[at]++;
        }
        for (ChangedInTurn each : all) {
          each.sort();
          each.get("a");
        }
        inserted.get("a");
        states.contains(Thread.State.NEW);
        List<Integer> own = new ArrayList<>();
        Collections.addAll(own, 2, 1);
        Collections.sort(own);
      });
    }
    Thread first = new Thread(() -> Arrays.fill(halves, 0, 50, 1));
    Thread second = new Thread(() -> Arrays.fill(halves, 50, 100, 2));
    first.start();
    second.start();
    for (Thread thread : threads) {
      thread.start();
    }
  }
}
