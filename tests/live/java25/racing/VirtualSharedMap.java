package racing;

import java.util.HashMap;
import java.util.Map;

/** Virtual threads that fill one HashMap. */
public class VirtualSharedMap {
  static final Map<Integer, String> map = new HashMap<>();  // expect: observed java.util.HashMap

  public static void main(String[] args) throws Exception {
    Thread one = Thread.startVirtualThread(() -> map.put(1, "one"));
    Thread two = Thread.startVirtualThread(() -> map.put(2, "two"));
    one.join();
    two.join();
  }
}
