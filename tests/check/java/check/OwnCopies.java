package check;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a thread put into an array is its own in a copy of that, too, unless others can put theirs there. */
public class OwnCopies {
  static class Own {
    int count;
  }

  static class Mixed {
    int count; // expect: check.OwnCopies$Mixed.count
  }

  private static final List<Object> ALL = new CopyOnWriteArrayList<>();
  private static final Mixed[] LAST = new Mixed[1]; // expect: check.OwnCopies$Mixed[]

  private static void own() {
    Own[] mine = {new Own()};
    ALL.add(mine[0]);
    Own[] more = Arrays.copyOf(mine, 2);
    more[0].count++;
    more.clone()[0].count++;
  }

  private static void mixed() {
    Mixed[] mine = {new Mixed()};
    LAST[0] = mine[0];
    Mixed[] more = Arrays.copyOf(LAST, 2);
    more[0].count++;
  }

  private static void work() {
    own();
    mixed();
    for (Object each : ALL) {
      if (each instanceof Own) System.out.println(each.hashCode());
    }
  }

  public static void main(String[] args) {
    new Thread(OwnCopies::work).start();
    new Thread(OwnCopies::work).start();
  }
}
