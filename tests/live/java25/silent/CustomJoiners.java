package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import support.Check;

/** A joiner's plain fields, written as subtasks complete and read for the result; what a cancelled one leaves, behind the close. */
public class CustomJoiners {
  static final class Collecting implements Joiner<Integer, List<Integer>> {
    private final List<Integer> values = new ArrayList<>();
    private final int wanted;
    private int completed;

    Collecting(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public synchronized boolean onComplete(Subtask<? extends Integer> subtask) {
      if (++completed > wanted) return true;
      values.add(subtask.get());
      return completed == wanted;
    }

    @Override
    public List<Integer> result() {
      completed += values.size();
      return values;
    }
  }

  static int cleanedUp;

  public static void main(String[] args) throws Exception {
    int sum = 0;
    try (var scope = StructuredTaskScope.open(new Collecting(9))) {
      for (int i = 0; i < 5; i++) scope.fork(() -> 1);
      sum += scope.join().size();
    }
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    try (var scope = StructuredTaskScope.open(new Collecting(1))) {
      scope.fork(() -> {
        try {
          waits.countDown();
          never.await();
        } finally {
          cleanedUp = 10;
        }
        return 0;
      });
      scope.fork(() -> {
        waits.await();
        return 1;
      });
      sum += scope.join().size();
    }
    Check.result(5 + 1 + 10, sum + cleanedUp);
  }
}
