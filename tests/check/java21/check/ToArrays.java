package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a collection holds comes out of it by arrays too; one that is empty for good is shared by all, harmlessly. */
public class ToArrays {
  static class Item {
    int count; // expect: check.ToArrays$Item.count
  }

  static class Other {
    int count; // expect: check.ToArrays$Other.count
  }

  static class Third {
    int count; // expect: check.ToArrays$Third.count
  }

  static final List<Item> ITEMS = Collections.synchronizedList(new ArrayList<>());
  static final List<Other> OTHERS = Collections.synchronizedList(new ArrayList<>());
  static final List<Third> THIRDS = Collections.synchronizedList(new ArrayList<>());
  static final byte[] EMPTY = new byte[0];

  static void work() {
    for (Object item : ITEMS.toArray()) ((Item) item).count++;
    for (Other other : OTHERS.toArray(new Other[0])) other.count++;
    for (Third third : THIRDS.stream().toArray(Third[]::new)) third.count++;
    fill(EMPTY);
    fill(new byte[3]);
  }

  static void fill(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) bytes[i]++;
  }

  public static void main(String[] args) {
    ITEMS.add(new Item());
    OTHERS.add(new Other());
    THIRDS.add(new Third());
    new Thread(ToArrays::work).start();
    new Thread(ToArrays::work).start();
  }
}
