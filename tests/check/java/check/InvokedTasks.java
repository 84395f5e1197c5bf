package check;

import java.util.concurrent.CountedCompleter;

/** A task that is invoked is run by who invokes it, and what it forks by others. */
public class InvokedTasks extends CountedCompleter<Void> {
  private static final long serialVersionUID = 1;
  private static int found; // expect: check.InvokedTasks.found
  private static int guarded;
  private final int[] data;
  private final int from, to;
  private int visited;

  InvokedTasks(CountedCompleter<?> parent, int[] data, int from, int to) {
    super(parent);
    this.data = data;
    this.from = from;
    this.to = to;
  }

  @Override
  public void compute() {
    visited++;
    if (to - from > 1) {
      int middle = (from + to) >>> 1;
      addToPendingCount(1);
      new InvokedTasks(this, data, middle, to).fork();
      new InvokedTasks(this, data, from, middle).compute();
      return;
    }
    if (data[from] == 3) {
      found++;
      synchronized (data) {
        guarded++;
      }
    }
    tryComplete();
  }

  public static void main(String[] args) {
    new InvokedTasks(null, new int[9], 0, 9).invoke();
  }
}
