package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Iteration over a synchronised list needs its monitor, which is not taken here. */
public class IteratedUnlocked {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>()); // expect: java.util.ArrayList

  void print() {
    for (String name : names) {
      System.out.println(name);
    }
  }

  public static void main(String[] args) {
    IteratedUnlocked shared = new IteratedUnlocked();
    new Thread(shared::print).start();
    shared.names.add("x");
  }
}
