package check;

import java.util.ArrayList;
import java.util.List;

/** Each element is changed by the one thread that has it: nothing. A total of all: found. */
public class ParallelElements {
  static class Item {
    int price;
  }

  private static int total; // expect: check.ParallelElements.total

  public static void main(String[] args) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      items.add(new Item());
    }
    items.parallelStream().forEach(item -> item.price *= 2);
    items.parallelStream().forEach(item -> total += item.price);
    System.out.println(total);
  }
}
