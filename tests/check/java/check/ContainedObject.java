package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list is safe, what is in it is not: JdbF's mistake. */
public class ContainedObject {
  static class Item {
    int uses; // expect: check.ContainedObject$Item.uses
  }

  final List<Item> items = Collections.synchronizedList(new ArrayList<>());

  void use() {
    items.get(0).uses++;
  }

  public static void main(String[] args) {
    ContainedObject shared = new ContainedObject();
    shared.items.add(new Item());
    new Thread(shared::use).start();
    new Thread(shared::use).start();
  }
}
