package check;

import java.util.concurrent.CompletableFuture;

/** Stages that follow one another, and main after the last: nothing. */
public class StageChain {
  private int steps;

  public static void main(String[] args) {
    StageChain shared = new StageChain();
    CompletableFuture<Void> all =
        CompletableFuture.runAsync(() -> shared.steps++)
            .thenRun(() -> shared.steps++)
            .thenRunAsync(() -> shared.steps++);
    all.join();
    System.out.println(shared.steps);
  }
}
