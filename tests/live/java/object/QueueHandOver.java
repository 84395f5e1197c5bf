package object;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import support.Check;
import support.Threads;

/** Made by one thread, used up by another: a second owner needs no lock. */
public class QueueHandOver {
  static final class Order {
    int price;
    int[] items = new int[4];

    void add(int item) {
      items[item % 4] += item;
      price += item;
    }
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<Order> queue = new ArrayBlockingQueue<>(4);
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 0; i < 100; ++i) {
            Order order = new Order();
            order.add(i);
            queue.put(order);
          }
        },
        () -> {
          for (int i = 0; i < 100; ++i) {
            Order order = queue.take();
            order.add(1);
            sum[0] += order.price;
          }
        });
    Check.result(5050, sum[0]);
  }
}
