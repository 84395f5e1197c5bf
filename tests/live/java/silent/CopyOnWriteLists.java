package silent;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import support.Check;
import support.Threads;

/** Listeners added by one thread and called by another. */
public class CopyOnWriteLists {
  static final class Listener {
    int weight;
  }

  public static void main(String[] args) throws Exception {
    CopyOnWriteArrayList<Listener> list = new CopyOnWriteArrayList<>();
    CopyOnWriteArraySet<Listener> set = new CopyOnWriteArraySet<>();
    Threads.together(
        () -> {
          for (int i = 1; i <= 10; i++) {
            Listener listener = new Listener();
            listener.weight = i;
            list.add(listener);
            set.add(listener);
          }
        },
        () -> {
          int sum = 0;
          while (sum != 55) {
            sum = 0;
            for (Listener listener : list) sum += listener.weight;
          }
          while (set.size() < 10) Thread.onSpinWait();
          for (Listener listener : set) sum += listener.weight;
          Check.result("110 10", sum + " " + list.get(9).weight);
        });
  }
}
