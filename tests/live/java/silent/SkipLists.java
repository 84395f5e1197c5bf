package silent;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import support.Check;
import support.Threads;

/** Sorted concurrent maps and sets hand over as well. */
public class SkipLists {
  static final class Task implements Comparable<Task> {
    final int due;
    int cost;

    Task(int due) {
      this.due = due;
    }

    @Override
    public int compareTo(Task other) {
      return Integer.compare(due, other.due);
    }
  }

  public static void main(String[] args) throws Exception {
    ConcurrentSkipListMap<Integer, Task> map = new ConcurrentSkipListMap<>();
    ConcurrentSkipListSet<Task> set = new ConcurrentSkipListSet<>();
    Threads.together(
        () -> {
          for (int i = 1; i <= 20; i++) {
            Task task = new Task(i);
            task.cost = i;
            map.put(i, task);
            Task other = new Task(i);
            other.cost = 100;
            set.add(other);
          }
        },
        () -> {
          int sum = 0;
          for (int i = 1; i <= 20; i++) {
            Map.Entry<Integer, Task> first;
            while ((first = map.pollFirstEntry()) == null) Thread.onSpinWait();
            sum += first.getValue().cost++;
            Task task;
            while ((task = set.pollFirst()) == null) Thread.onSpinWait();
            sum += task.cost--;
          }
          Check.result(2210, sum);
        });
  }
}
