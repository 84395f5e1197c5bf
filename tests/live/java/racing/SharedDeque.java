package racing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import support.Threads;

/** An ArrayDeque as a work queue without a lock. */
public class SharedDeque {
  static final Deque<Integer> work = new ArrayDeque<>(List.of(1, 2, 3, 4));  // expect: observed java.util.ArrayDeque

  public static void main(String[] args) throws Exception {
    Threads.together(() -> work.pollFirst(), () -> work.pollFirst());
  }
}
