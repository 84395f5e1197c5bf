package check;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Each element by its own index, in a parallel stream and in Arrays.parallelSetAll: nothing. */
public class ParallelIndex {
  public static void main(String[] args) {
    int[] squares = new int[100];
    IntStream.range(0, 100).parallel().forEach(i -> squares[i] = i * i);
    long[] cubes = new long[100];
    Arrays.parallelSetAll(cubes, i -> (long) i * squares[i]);
    System.out.println(squares[3] + cubes[3]);
  }
}
