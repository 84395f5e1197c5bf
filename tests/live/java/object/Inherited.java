package object;

import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/** Any number of threads, each after the end of the one before: what is left behind is inherited. */
public class Inherited {
  private int n;
  private final Map<Integer, Integer> seen = new HashMap<>();

  void add() {
    seen.put(n, n++);
  }

  public static void main(String[] args) throws Exception {
    Inherited shared = new Inherited();
    for (int i = 0; i < 5; ++i) Threads.together(shared::add);
    shared.add();
    Check.result(6, shared.n);
  }
}
