package check;

import java.util.ArrayList;
import java.util.List;

/** Each thread makes what it works on: nothing. */
public class Confined {
  static class Item {
    int uses;
  }

  static void work() {
    Item item = new Item();
    item.uses++;
    List<Item> items = new ArrayList<>();
    items.add(item);
    items.get(0).uses++;
  }

  public static void main(String[] args) {
    new Thread(Confined::work).start();
    new Thread(Confined::work).start();
  }
}
