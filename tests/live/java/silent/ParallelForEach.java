package silent;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import support.Check;

/** forEach over disjoint elements, and into concurrent and grouped results. */
public class ParallelForEach {
  static final int[] squares = new int[300];

  public static void main(String[] args) {
    IntStream.range(0, 300).parallel().forEach(i -> squares[i] = i * i);
    LongAdder sum = new LongAdder();
    Arrays.stream(squares).parallel().forEach(sum::add);
    Map<Integer, Integer> seen = new ConcurrentHashMap<>();
    IntStream.range(0, 300).parallel().forEach(i -> seen.merge(i % 3, squares[i], Integer::sum));
    ConcurrentMap<Integer, List<Integer>> groups =
        IntStream.range(0, 300).parallel().boxed().collect(Collectors.groupingByConcurrent(i -> i % 3));
    int total = seen.get(0) + seen.get(1) + seen.get(2);
    Check.result("8955050 8955050 100", sum.sum() + " " + total + " " + groups.get(2).size());
  }
}
