package check;

import java.util.concurrent.CompletableFuture;

/** What two futures computed is combined after both; what both write besides is not. */
public class CombinedFutures {
  static class Part {
    int value;
  }

  static int calls; // expect: check.CombinedFutures.calls

  static Part compute(int value) {
    calls++;
    Part part = new Part();
    part.value = value;
    return part;
  }

  public static void main(String[] args) {
    CompletableFuture<Part> left = CompletableFuture.supplyAsync(() -> compute(1));
    CompletableFuture<Part> right = CompletableFuture.supplyAsync(() -> compute(2));
    CompletableFuture<Integer> sum =
        left.thenCombine(
            right,
            (a, b) -> {
              a.value += b.value;
              return a.value;
            });
    System.out.println(sum.join());
  }
}
