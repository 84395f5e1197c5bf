package racing;

import java.util.HashMap;
import java.util.Map;
import support.Threads;

/** A HashMap that two threads put into. */
public class SharedHashMap {
  static final Map<Integer, Integer> map = new HashMap<>();  // expect: observed java.util.HashMap

  public static void main(String[] args) throws Exception {
    Threads.together(() -> map.put(1, 1), () -> map.put(2, 2));
  }
}
