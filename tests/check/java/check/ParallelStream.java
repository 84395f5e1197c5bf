package check;

import java.util.List;

/** A parallel stream's function runs in several threads; a sequential one's does not. */
public class ParallelStream {
  static int parallel; // expect: check.ParallelStream.parallel
  static int sequential;

  public static void main(String[] args) {
    List<Integer> numbers = List.of(1, 2, 3);
    numbers.parallelStream().forEach(n -> parallel += n);
    numbers.stream().forEach(n -> sequential += n);
    System.out.println(parallel + sequential);
  }
}
