package racing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import support.NoEdge;
import support.Threads;

/** A synchronized list is not locked while it is iterated over. */
public class SynchronizedIteration {
  // expect: observed java.util.ArrayList
  static final List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));

  static int sum() {
    int sum = 0;
    for (int each : list) sum += each;
    return sum;
  }

  public static void main(String[] args) throws Exception {
    NoEdge read = new NoEdge();
    Threads.together(
        () -> {
          sum();
          read.raise();
        },
        () -> {
          read.await();
          list.add(3);
        });
  }
}
