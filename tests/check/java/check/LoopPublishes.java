package check;

import java.util.ArrayList;
import java.util.List;

/** Each turn of the loop fills a new object before it lets it go: nothing. */
public class LoopPublishes {
  static class Part {
    private int size;
    private Part last;

    Part(int size) {
      this.size = size;
    }
  }

  static class Store {
    private final List<Part> parts = new ArrayList<>();

    void fill() {
      Part last = null;
      for (int i = 0; i < 3; i++) {
        Part part = new Part(i);
        part.last = last;
        synchronized (parts) {
          parts.add(part);
        }
        last = part;
      }
    }

    int sum() {
      int sum = 0;
      synchronized (parts) {
        for (Part part : parts) {
          sum += part.size + (part.last == null ? 0 : 1);
        }
      }
      return sum;
    }
  }

  public static void main(String[] args) {
    Store store = new Store();
    for (int i = 0; i < 2; i++) {
      new Thread(store::fill).start();
    }
    System.out.println(store.sum());
  }
}
