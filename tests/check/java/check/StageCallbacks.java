package check;

import java.util.concurrent.CompletableFuture;

/** A stage's callback beside main. */
public class StageCallbacks {
  private int last; // expect: check.StageCallbacks.last

  public static void main(String[] args) {
    StageCallbacks shared = new StageCallbacks();
    CompletableFuture.supplyAsync(() -> 1).thenApply(x -> x + 1).thenAccept(x -> shared.last = x);
    System.out.println(shared.last);
  }
}
