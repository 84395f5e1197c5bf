package check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A parallel stream that fills a plain list. */
public class ParallelSideEffect {
  public static void main(String[] args) {
    List<Integer> out = new ArrayList<>(); // expect: java.util.ArrayList
    IntStream.range(0, 100).parallel().forEach(i -> out.add(i));
    System.out.println(out.size());
  }
}
