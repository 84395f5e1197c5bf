package check;

import java.util.ArrayList;
import java.util.List;

/** A guarded list that a getter lets out. */
public class Escaped {
  private final List<String> names = new ArrayList<>(); // expect: java.util.ArrayList

  synchronized void add(String name) {
    names.add(name);
  }

  synchronized List<String> all() {
    return names;
  }

  public static void main(String[] args) {
    Escaped shared = new Escaped();
    new Thread(() -> shared.add("a")).start();
    for (String name : shared.all()) {
      System.out.println(name);
    }
  }
}
