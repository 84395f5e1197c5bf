package check;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** A collection of our own is read by what copies it, under the lock that its writers hold: nothing. */
public class OwnCollection extends AbstractList<String> {
  private String[] items = new String[4];
  private int size;

  @Override
  public boolean add(String item) {
    items[size++] = item;
    return true;
  }

  @Override
  public String get(int index) {
    return items[index];
  }

  @Override
  public int size() {
    return size;
  }

  static List<String> copy(OwnCollection all) {
    List<String> copy = new ArrayList<>();
    synchronized (all) {
      copy.addAll(all);
    }
    return copy;
  }

  public static void main(String[] args) {
    OwnCollection shared = new OwnCollection();
    new Thread(() -> {
      synchronized (shared) {
        shared.add("x");
      }
    }).start();
    System.out.println(copy(shared).size());
  }
}
