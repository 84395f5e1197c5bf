package silent;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import support.Check;

/** Fork and join in a pool of one's own: each task writes its own part, the parent reads it after join. */
public class RecursiveTasks {
  static final int[] numbers = new int[256];
  static final long[] partial = new long[256];

  static final class Sum extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    final int from;
    final int to;
    long own;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from <= 16) {
        for (int i = from; i < to; i++) own += numbers[i];
        partial[from] = own;
        return own;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle);
      Sum right = new Sum(middle, to);
      left.fork();
      long sum = right.compute() + left.join();
      own = left.own + right.own;
      Check.same(sum, own);
      return sum;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < numbers.length; i++) numbers[i] = i;
    ForkJoinPool pool = new ForkJoinPool(3);
    Check.same(32640L, pool.invoke(new Sum(0, 256)));
    Check.result("32640 120", new Sum(0, 256).fork().get() + " " + partial[0]);
    pool.shutdown();
  }
}
