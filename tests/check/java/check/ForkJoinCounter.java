package check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Recursive actions that count in a static field. */
public class ForkJoinCounter extends RecursiveAction {
  private static final long serialVersionUID = 1;
  private static int visits; // expect: check.ForkJoinCounter.visits
  private final int depth;

  ForkJoinCounter(int depth) {
    this.depth = depth;
  }

  @Override
  protected void compute() {
    visits++;
    if (depth > 0) {
      invokeAll(new ForkJoinCounter(depth - 1), new ForkJoinCounter(depth - 1));
    }
  }

  public static void main(String[] args) {
    ForkJoinPool.commonPool().invoke(new ForkJoinCounter(5));
  }
}
