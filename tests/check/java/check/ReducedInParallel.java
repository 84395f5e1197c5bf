package check;

import java.util.List;
import java.util.stream.StreamSupport;

/** What a parallel stream is handed to begin with, all its threads get; its elements are each one thread's. */
public class ReducedInParallel {
  static class Total {
    int sum; // expect: check.ReducedInParallel$Total.sum

    Total add(Item item) {
      sum += item.value;
      item.value = 0;
      return this;
    }

    Total merge(Total other) {
      return other;
    }
  }

  static class Item {
    int value = 1;
  }

  private static int split; // expect: check.ReducedInParallel.split
  private static int inTurn;

  public static void main(String[] args) {
    List<Item> items = List.of(new Item(), new Item());
    System.out.println(items.parallelStream().reduce(new Total(), Total::add, Total::merge).hashCode());
    StreamSupport.stream(items.spliterator(), true).forEach(item -> split++);
    StreamSupport.stream(items.spliterator(), false).forEach(item -> inTurn++);
  }
}
