package silent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import support.Check;
import support.Threads;

/** A map under a lock makes what is missing; whoever gets it from there only reads, without the lock. */
public class ComputedUnderLock {
  static final Map<Integer, Entry> entries = new HashMap<>();

  static final class Entry {
    int number;
    List<Integer> numbers = new ArrayList<>();

    static Entry of(int number) {
      Entry made = new Entry();
      made.number = number;
      made.numbers.add(number);
      return made;
    }
  }

  static Entry get(int number) {
    synchronized (entries) {
      return number % 2 == 0
          ? entries.computeIfAbsent(number, Entry::of)
          : entries.compute(number, (key, was) -> was == null ? Entry.of(key) : was);
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            Entry entry = get(i % 7);
            Check.same(i % 7, entry.number);
            Check.same(i % 7, entry.numbers.get(0));
          }
        };
    Threads.together(body, body, body);
    Check.result(7, entries.size());
  }
}
