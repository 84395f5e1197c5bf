package check;

import java.util.ArrayList;
import java.util.List;

/** The getter lets out a copy: nothing. */
public class CopiedOut {
  private final List<String> names = new ArrayList<>();

  synchronized void add(String name) {
    names.add(name);
  }

  synchronized List<String> all() {
    return new ArrayList<>(names);
  }

  public static void main(String[] args) {
    CopiedOut shared = new CopiedOut();
    new Thread(() -> shared.add("a")).start();
    for (String name : shared.all()) {
      System.out.println(name);
    }
  }
}
