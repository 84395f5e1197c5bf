package check;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A parallel stream that only computes: nothing. */
public class ParallelCollect {
  public static void main(String[] args) {
    List<Integer> squares = IntStream.range(0, 100).parallel().mapToObj(i -> i * i).collect(Collectors.toList());
    squares.add(1);
    System.out.println(squares.size());
  }
}
