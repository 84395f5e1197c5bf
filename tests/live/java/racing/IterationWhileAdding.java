package racing;

import java.util.LinkedList;
import java.util.List;
import support.Check;
import support.NoEdge;
import support.Threads;

/** One iterates under a lock, one adds without. */
public class IterationWhileAdding {
  static final List<Integer> list = new LinkedList<>(List.of(1, 2, 3));  // expect: observed java.util.LinkedList

  public static void main(String[] args) throws Exception {
    NoEdge iterated = new NoEdge();
    Threads.together(
        () -> {
          int sum = 0;
          synchronized (list) {
            for (int value : list) sum += value;
          }
          Check.same(6, sum);
          iterated.raise();
        },
        () -> {
          iterated.await();
          list.add(4);
        });
  }
}
