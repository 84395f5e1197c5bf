package silent;

import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import support.Check;

/** A concurrent grouping locks each group while it puts something into it, unless the collector below says it can do without. */
public class ConcurrentGroups {
  static final class Total {
    int sum;

    void add(int value) {
      sum += value;
    }

    Total plus(Total other) {
      sum += other.sum;
      return this;
    }
  }

  public static void main(String[] args) {
    ConcurrentMap<Integer, Total> groups = IntStream.range(0, 1000).parallel().boxed()
        .collect(Collectors.groupingByConcurrent(i -> i % 2, Collector.of(Total::new, Total::add, Total::plus)));
    Check.result(999 * 500, groups.get(0).sum + groups.get(1).sum);
  }
}
