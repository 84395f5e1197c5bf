package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What a call gives is new if code of ours makes it, but not if the receiver is a collection that others have. */
public class IteratedBoth {
  static class Numbers implements Iterable<Object> {
    @Override
    public Iterator<Object> iterator() {
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < 3;
        }

        @Override
        public Object next() {
          return next++;
        }

        @Override
        public void remove() {
          next--;
        }
      };
    }
  }

  private static final Map<String, Object> SHARED = new HashMap<>(); // expect: java.util.HashMap

  private static void clear(Iterable<Object> all) {
    Iterator<Object> each = all.iterator();
    while (each.hasNext()) {
      if (each.next() != null) each.remove();
    }
  }

  private static void work() {
    clear(new Numbers());
    clear(SHARED.values());
    List<Object> own = new ArrayList<>();
    own.add("x");
    clear(own);
  }

  public static void main(String[] args) {
    new Thread(IteratedBoth::work).start();
    new Thread(IteratedBoth::work).start();
  }
}
