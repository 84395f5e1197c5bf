package silent;

import java.util.concurrent.CountedCompleter;
import support.Check;

/** A completer's onCompletion comes after all that it waited for. */
public class CountedCompleters {
  static final class Search extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1;
    final int from;
    final int to;
    int found;
    transient Search left;
    transient Search right;

    Search(Search parent, int from, int to) {
      super(parent);
      this.from = from;
      this.to = to;
    }

    @Override
    public void compute() {
      if (to - from <= 10) {
        for (int i = from; i < to; i++) if (i % 7 == 0) found++;
      } else {
        int middle = (from + to) / 2;
        left = new Search(this, from, middle);
        right = new Search(this, middle, to);
        setPendingCount(2);
        left.fork();
        right.fork();
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      if (left != null) found = left.found + right.found;
    }
  }

  public static void main(String[] args) {
    Search search = new Search(null, 0, 200);
    search.invoke();
    Check.result(29, search.found);
  }
}
