package racing;

import java.util.concurrent.CompletableFuture;
import support.Check;
import support.Threads;

/** The future's value is changed after the future was completed with it. */
public class AfterComplete {
  public static void main(String[] args) throws Exception {
    CompletableFuture<int[]> future = new CompletableFuture<>();
    Threads.together(
        () -> {
          int[] answer = {1};
          future.complete(answer);
          answer[0] = 2;  // expect: observed int[]
        },
        () -> Check.same(true, future.get()[0] > 0));
  }
}
