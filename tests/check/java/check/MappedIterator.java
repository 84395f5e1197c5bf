package check;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What a stream's function gives comes out of the stream, whoever made the list that it is of. */
public class MappedIterator {
  static class Shared {
    int count; // expect: check.MappedIterator$Shared.count
  }

  static class Made {
    int count;
  }

  private static final Shared SHARED = new Shared();
  private static final List<Object> ALL = new java.util.concurrent.CopyOnWriteArrayList<>();

  private static void work() {
    List<Object> names = new ArrayList<>();
    names.add("x");
    Iterator<Shared> shared = names.stream().map(name -> SHARED).iterator();
    while (shared.hasNext()) shared.next().count++;
    Iterator<Made> made = names.stream().map(name -> new Made()).iterator();
    while (made.hasNext()) {
      Made each = made.next();
      ALL.add(each);
      each.count++;
    }
    for (Object each : ALL) System.out.println(each.hashCode());
  }

  public static void main(String[] args) {
    new Thread(MappedIterator::work).start();
    new Thread(MappedIterator::work).start();
  }
}
