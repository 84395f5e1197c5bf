package check;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Results come back through a completion service; what is counted on the way does not. */
public class GathererOfResults {
  static class Box {
    int content;
  }

  private int counted; // expect: check.GathererOfResults.counted

  Box work(int n) {
    counted++;
    Box box = new Box();
    box.content = n;
    return box;
  }

  public static void main(String[] args) throws Exception {
    GathererOfResults shared = new GathererOfResults();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CompletionService<Box> done = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < 3; i++) {
      int n = i;
      done.submit(() -> shared.work(n));
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      Box box = done.take().get();
      box.content++;
      sum += box.content;
    }
    System.out.println(sum);
    pool.shutdown();
  }
}
