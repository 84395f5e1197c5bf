package silent;

import java.util.concurrent.ConcurrentHashMap;
import support.Check;
import support.Threads;

/** Words counted by merge with immutable values, and mutable ones merged into new ones. */
public class ConcurrentMapMerge {
  static final class Range {
    int low;
    int high;

    Range(int low, int high) {
      this.low = low;
      this.high = high;
    }
  }

  public static void main(String[] args) throws Exception {
    ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    ConcurrentHashMap<String, Range> ranges = new ConcurrentHashMap<>();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        counts.merge("word", 1, Integer::sum);
        ranges.merge("range", new Range(i, i), (a, b) -> new Range(Math.min(a.low, b.low), Math.max(a.high, b.high)));
      }
    };
    Threads.together(work, work);
    Range range = ranges.get("range");
    Check.result("100 0 49", counts.get("word") + " " + range.low + " " + range.high);
  }
}
