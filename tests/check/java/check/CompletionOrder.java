package check;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Results handed through futures, combined without shared state: nothing. */
public class CompletionOrder {
  static class Part {
    int size;
  }

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    CompletableFuture<Part> a = CompletableFuture.supplyAsync(() -> {
      Part part = new Part();
      part.size = 1;
      return part;
    });
    CompletableFuture<Part> b = CompletableFuture.supplyAsync(() -> {
      Part part = new Part();
      part.size = 2;
      return part;
    });
    Part sum = a.thenCombine(b, (x, y) -> {
      Part both = new Part();
      both.size = x.size + y.size;
      return both;
    }).get();
    System.out.println(sum.size);
  }
}
