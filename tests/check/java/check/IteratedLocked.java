package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

// check: --main check.IteratedLocked --contexts insensitive
/** Lists and maps that are iterated over with the lock of the object they belong to: nothing. With the lock of another
 * object: found. */
public class IteratedLocked {
  static class Queue {
    private final List<String> waiting = new LinkedList<>();
    private final Map<String, String> known = new HashMap<>();

    synchronized void add(String name) {
      waiting.add(name);
      known.put(name, name);
    }

    synchronized void drain() {
      for (Iterator<String> each = waiting.iterator(); each.hasNext(); ) {
        each.next();
        each.remove();
      }
      for (Iterator<String> each = known.keySet().iterator(); each.hasNext(); ) {
        each.next();
        each.remove();
      }
    }
  }

  static class Other {
    private final List<StringBuilder> shown = new ArrayList<>(); // expect: java.util.ArrayList

    synchronized void add() {
      shown.add(null);
    }

    synchronized void take(Other from) {
      for (Iterator<StringBuilder> each = from.shown.iterator(); each.hasNext(); ) {
        each.next();
        each.remove();
      }
    }
  }

  static void use(Queue queue, Other first, Other second) {
    queue.add("one");
    queue.drain();
    first.add();
    first.take(second);
  }

  public static void main(String[] args) {
    Queue left = new Queue();
    Queue right = new Queue();
    Other first = new Other();
    Other second = new Other();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> use(left, first, second)).start();
      new Thread(() -> use(right, second, first)).start();
    }
  }
}
