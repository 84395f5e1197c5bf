package check;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Stages of a pipeline hand each item on through blocking queues: one has it at a time. */
public class BlockingPipeline {
  static class Item {
    int parsed;
    int written;
  }

  private static int done; // expect: check.BlockingPipeline.done

  public static void main(String[] args) throws Exception {
    BlockingQueue<Item> first = new LinkedBlockingQueue<>(), second = new LinkedBlockingQueue<>();
    new Thread(
            () -> {
              try {
                while (true) {
                  Item item = first.take();
                  item.parsed++;
                  second.put(item);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
        .start();
    new Thread(
            () -> {
              try {
                while (true) {
                  Item item = second.take();
                  item.written = item.parsed;
                  done++;
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
        .start();
    for (int i = 0; i < 3; i++) first.put(new Item());
    System.out.println(done);
  }
}
