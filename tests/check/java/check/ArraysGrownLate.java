package check;

import java.util.Arrays;

/** The copy is filled when others have it; what is in a copy is not a copy. */
public class ArraysGrownLate {
  static class Item {
    int uses; // expect: check.ArraysGrownLate$Item.uses
  }

  private volatile int[] weights = new int[0]; // expect: int[]
  private volatile Item[] items = {new Item()};

  synchronized void add(int weight) {
    int[] more = Arrays.copyOf(weights, weights.length + 1);
    weights = more;
    more[more.length - 1] = weight;
  }

  void use() {
    for (Item item : Arrays.copyOf(items, items.length)) item.uses++;
    for (Item item : items.clone()) item.uses++;
  }

  public static void main(String[] args) {
    ArraysGrownLate grown = new ArraysGrownLate();
    for (int i = 0; i < 3; i++) {
      int n = i;
      new Thread(() -> {
        grown.add(n);
        grown.use();
        for (int w : grown.weights) System.out.println(w);
      }).start();
    }
  }
}
