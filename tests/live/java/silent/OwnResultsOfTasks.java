package silent;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import support.Check;

/** Tasks that keep their result themselves: who joins one asks for it when it is done. */
public class OwnResultsOfTasks {
  static final class Sum extends ForkJoinTask<Integer> {
    private static final long serialVersionUID = 1;
    final int from;
    final int to;
    Integer result;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public Integer getRawResult() {
      return result;
    }

    @Override
    protected void setRawResult(Integer value) {
      result = value;
    }

    @Override
    protected boolean exec() {
      if (to - from <= 10) {
        int sum = 0;
        for (int i = from; i < to; i++) sum += i;
        result = sum;
      } else {
        int middle = (from + to) / 2;
        Sum left = new Sum(from, middle);
        Sum right = new Sum(middle, to);
        invokeAll(left, right);
        result = left.join() + right.join();
      }
      return true;
    }
  }

  static final class Largest extends CountedCompleter<Integer> {
    private static final long serialVersionUID = 1;
    final int from;
    final int to;
    transient Largest sibling;
    Integer result;

    Largest(Largest parent, int from, int to) {
      super(parent);
      this.from = from;
      this.to = to;
    }

    @Override
    public void compute() {
      if (to - from <= 10) {
        result = to - 1;
        tryComplete();
      } else {
        int middle = (from + to) / 2;
        Largest left = new Largest(this, from, middle);
        Largest right = new Largest(this, middle, to);
        left.sibling = right;
        right.sibling = left;
        setPendingCount(1);
        right.fork();
        left.compute();
      }
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      if (caller != this) result = Math.max(((Largest) caller).result, ((Largest) caller).sibling.result);
    }

    @Override
    public Integer getRawResult() {
      return result;
    }
  }

  public static void main(String[] args) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    for (int i = 0; i < 20; i++) {
      Check.same(4950, pool.invoke(new Sum(0, 100)));
      Check.same(4950, pool.submit(new Sum(0, 100)).get());
      Check.same(99, pool.invoke(new Largest(null, 0, 100)));
      Check.same(99, pool.submit(new Largest(null, 0, 100)).join());
    }
    pool.shutdown();
  }
}
