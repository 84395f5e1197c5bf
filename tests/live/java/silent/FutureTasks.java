package silent;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import support.Check;

/** A FutureTask run by a plain thread; its result and what it left behind, also seen through isDone(). */
public class FutureTasks {
  static int side;

  public static void main(String[] args) throws Exception {
    FutureTask<int[]> task = new FutureTask<>(() -> {
      side = 1;
      return new int[] {41};
    });
    new Thread(task).start();
    Check.same(42, task.get()[0] + side);
    FutureTask<Integer> failing = new FutureTask<>(() -> {
      side = 2;
      throw new IOException("expected");
    });
    new Thread(failing).start();
    try {
      failing.get();
    } catch (ExecutionException expected) {
      Check.result(2, side);
    }
  }
}
