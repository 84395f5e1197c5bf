package check;

import java.util.concurrent.CompletableFuture;

/** A future that another thread is asked to complete: what that does is done when the future is. */
public class CompletedAsync {
  private static int meanwhile; // expect: check.CompletedAsync.meanwhile
  private static int after;

  public static void main(String[] args) {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    future.completeAsync(() -> {
      after++;
      return meanwhile++;
    });
    meanwhile++;
    System.out.println(future.join());
    after++;
  }
}
