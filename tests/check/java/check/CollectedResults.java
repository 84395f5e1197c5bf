package check;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the end of a stream gives is a new list, set or map with what went through, not a view of where it came from. */
public class CollectedResults {
  static class Item {
    int hits; // expect: check.CollectedResults$Item.hits
    int best; // expect: check.CollectedResults$Item.best
    int grouped; // expect: check.CollectedResults$Item.grouped
  }

  private final LinkedList<String> names = new LinkedList<>();

  synchronized void add(String name) {
    names.add(name);
  }

  int look() {
    List<String> copy;
    Optional<String> first;
    synchronized (this) {
      copy = names.stream().sorted().collect(Collectors.toList());
      first = names.stream().findFirst();
    }
    return copy.size() + first.orElse("").length();
  }

  static void hit(List<Item> items, Map<Integer, List<Item>> groups) {
    items.get(0).hits++;
    groups.get(0).get(0).grouped++;
    items.stream().filter(item -> item.best >= 0).findFirst().get().best++;
  }

  public static void main(String[] args) {
    CollectedResults shared = new CollectedResults();
    List<Item> made = new ArrayList<>();
    made.add(new Item());
    List<Item> items = made.stream().collect(Collectors.toList());
    Map<Integer, List<Item>> groups = made.stream().collect(Collectors.groupingBy(item -> item.hits));
    for (int i = 0; i < 2; i++) {
      new Thread(() -> hit(items, groups)).start();
      new Thread(() -> shared.add("a")).start();
    }
    shared.look();
  }
}
