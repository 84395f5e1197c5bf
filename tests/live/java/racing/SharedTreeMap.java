package racing;

import java.util.Map;
import java.util.TreeMap;
import support.Threads;

/** Readers of a TreeMap while another thread removes from it. */
public class SharedTreeMap {
  // expect: observed java.util.TreeMap
  static final TreeMap<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b"));

  public static void main(String[] args) throws Exception {
    Threads.together(() -> map.firstKey(), () -> map.remove(1));
  }
}
