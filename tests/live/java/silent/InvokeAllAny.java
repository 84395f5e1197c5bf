package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Check;

/** invokeAll returns when all are done, invokeAny with the result of one. */
public class InvokeAllAny {
  static final int[] cells = new int[4];
  static int input;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    input = 3;
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int index = i;
      tasks.add(() -> cells[index] = input * index);
    }
    pool.invokeAll(tasks);
    int sum = cells[0] + cells[1] + cells[2] + cells[3];
    int[] box = pool.invokeAny(List.of(() -> new int[] {input}, () -> new int[] {input}));
    Check.result("18 3", sum + " " + box[0]);
    pool.shutdown();
  }
}
