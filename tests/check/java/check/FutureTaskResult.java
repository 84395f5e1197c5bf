package check;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A FutureTask run by a thread, and its get: nothing. */
public class FutureTaskResult {
  private int value;

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    FutureTaskResult shared = new FutureTaskResult();
    FutureTask<Integer> task = new FutureTask<>(() -> shared.value = 3);
    new Thread(task).start();
    System.out.println(task.get() + shared.value);
  }
}
