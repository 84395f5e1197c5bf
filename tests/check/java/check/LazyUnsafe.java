package check;

import java.util.ArrayList;
import java.util.List;

/** Lazy initialisation with no lock at all. */
public class LazyUnsafe {
  private static List<String> names; // expect: check.LazyUnsafe.names

  static List<String> names() {
    if (names == null) {
      names = new ArrayList<>();
    }
    return names;
  }

  public static void main(String[] args) {
    new Thread(() -> names().size()).start();
    new Thread(() -> names().size()).start();
  }
}
