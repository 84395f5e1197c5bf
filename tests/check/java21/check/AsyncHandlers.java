package check;

import java.util.concurrent.CompletableFuture;

/** whenComplete and exceptionally run after the stage, in whatever thread; handlers of two stages run side by side. */
public class AsyncHandlers {
  private int outcome;
  private int handled; // expect: check.AsyncHandlers.handled

  public static void main(String[] args) {
    AsyncHandlers shared = new AsyncHandlers();
    CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> shared.outcome = 1);
    CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> 2);
    CompletableFuture<Integer> one = first.whenComplete((value, error) -> shared.handled++);
    CompletableFuture<Integer> two = second.whenComplete((value, error) -> shared.handled++);
    CompletableFuture.allOf(one, two).join();
    System.out.println(shared.outcome);
  }
}
