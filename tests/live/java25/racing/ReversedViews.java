package racing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import support.Threads;

/** A collection read backwards is the same collection. */
public class ReversedViews {
  static final List<Integer> list = new ArrayList<>(List.of(1)); // expect: observed java.util.ArrayList
  static final Deque<Integer> deque = new ArrayDeque<>(List.of(1)); // expect: observed java.util.ArrayDeque
  static final SequencedMap<Integer, Integer> map = new LinkedHashMap<>(); // expect: observed java.util.LinkedHashMap

  public static void main(String[] args) throws Exception {
    List<Integer> back = list.reversed();
    Threads.race(() -> back.addFirst(2), () -> System.out.println(list.getFirst()));
    Deque<Integer> end = deque.reversed();
    Threads.race(() -> deque.add(2), () -> System.out.println(end.peekFirst()));
    SequencedMap<Integer, Integer> last = map.reversed();
    Threads.race(() -> last.putFirst(1, 1), () -> System.out.println(map.firstEntry()));
  }
}
