package check;

import java.util.HashMap;
import java.util.Map;

/** Filled by the class initialiser, read by everybody: nothing. */
public class ReadOnlyMap {
  private static final Map<String, Integer> SIZES = new HashMap<>();

  static {
    SIZES.put("a", 1);
    SIZES.put("b", 2);
  }

  public static void main(String[] args) {
    new Thread(() -> System.out.println(SIZES.get("a"))).start();
    System.out.println(SIZES.get("b"));
  }
}
