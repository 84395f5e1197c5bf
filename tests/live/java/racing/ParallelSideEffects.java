package racing;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Side effects of a parallel stream into one cell. */
public class ParallelSideEffects {
  public static void main(String[] args) throws Exception {
    long[] sum = new long[1];  // expect: observed long[]
    CyclicBarrier both = new CyclicBarrier(2);
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.submit(() -> IntStream.range(0, 2).parallel().forEach(i -> {
      try {
        both.await();
      } catch (InterruptedException | BrokenBarrierException impossible) {
        throw new IllegalStateException(impossible);
      }
      sum[0] += i;
    })).get();
    pool.shutdown();
  }
}
