package racing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Results of a parallel stream collected into a plain ArrayList by forEach. */
public class ParallelList {
  public static void main(String[] args) throws Exception {
    List<Integer> results = new ArrayList<>(List.of(0, 0));  // expect: observed java.util.ArrayList
    CyclicBarrier both = new CyclicBarrier(2);
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.submit(() -> IntStream.range(0, 2).parallel().forEach(i -> {
      try {
        both.await();
      } catch (InterruptedException | BrokenBarrierException impossible) {
        throw new IllegalStateException(impossible);
      }
      results.add(i);
    })).get();
    pool.shutdown();
  }
}
