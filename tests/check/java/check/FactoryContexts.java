package check;

import java.util.ArrayList;
import java.util.List;

/** Two lists from one factory method; one is shared under a lock, one stays with main: nothing. */
public class FactoryContexts {
  static class Store {
    private final List<String> items = make();

    private List<String> make() {
      return new ArrayList<>();
    }

    void add(String item) {
      items.add(item);
    }
  }

  public static void main(String[] args) {
    Store shared = new Store();
    Store own = new Store();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        synchronized (shared) {
          shared.add("x");
        }
      }).start();
    }
    own.add("y");
  }
}
