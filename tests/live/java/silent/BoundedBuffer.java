package silent;

import support.Check;
import support.Threads;

/** A bounded buffer of one's own on wait and notify; the items are used without a lock before and after. */
public class BoundedBuffer {
  static final class Item {
    int value;
  }

  private final Item[] items = new Item[4];
  private int head;
  private int count;

  synchronized void put(Item item) throws InterruptedException {
    while (count == items.length) wait();
    items[(head + count++) % items.length] = item;
    notifyAll();
  }

  synchronized Item take() throws InterruptedException {
    while (count == 0) wait();
    Item item = items[head];
    items[head] = null;
    head = (head + 1) % items.length;
    count--;
    notifyAll();
    return item;
  }

  public static void main(String[] args) throws Exception {
    BoundedBuffer buffer = new BoundedBuffer();
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 1; i <= 50; i++) {
            Item item = new Item();
            item.value = i;
            buffer.put(item);
          }
        },
        () -> {
          for (int i = 1; i <= 50; i++) {
            Item item = buffer.take();
            item.value *= 2;
            sum[0] += item.value;
          }
        });
    Check.result(2550, sum[0]);
  }
}
