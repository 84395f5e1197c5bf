package check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A parallel stream that collects has its functions make, fill and merge one at a time, unless they give out the same. */
public class CollectedInParallel {
  static class Total {
    int sum;

    void add(int value) {
      sum += value;
    }

    void merge(Total other) {
      sum += other.sum;
    }
  }

  static class Same {
    int sum; // expect: check.CollectedInParallel$Same.sum

    void add(int value) {
      sum += value;
    }

    void merge(Same other) {
      sum += other.sum;
    }
  }

  private static final Same SAME = new Same();

  public static void main(String[] args) {
    Total total = IntStream.range(0, 9).parallel().collect(Total::new, Total::add, Total::merge);
    Total other = IntStream.range(0, 9).parallel().collect(() -> new Total(), (a, b) -> a.add(b), (a, b) -> a.merge(b));
    System.out.println(total.sum + other.sum);
    Same same = IntStream.range(0, 9).parallel().collect(() -> SAME, Same::add, Same::merge);
    System.out.println(same.hashCode());
    List<String> names = List.of("a", "b").parallelStream().collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    System.out.println(names);
  }
}
