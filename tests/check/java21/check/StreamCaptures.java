package check;

import java.util.stream.LongStream;

/** A parallel stream whose function adds to what it captured; the reduction beside it does not. */
public class StreamCaptures {
  static class Tally {
    long sum; // expect: check.StreamCaptures$Tally.sum
  }

  public static void main(String[] args) {
    Tally tally = new Tally();
    long right = LongStream.range(0, 1000).parallel().map(n -> n * n).sum();
    LongStream.range(0, 1000).parallel().forEach(n -> tally.sum += n * n);
    System.out.println(right - tally.sum);
  }
}
