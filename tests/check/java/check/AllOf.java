package check;

import java.util.concurrent.CompletableFuture;

/** Two futures, both waited for through allOf: each has a field of its own, and nothing is shared before the end. */
public class AllOf {
  private int left;
  private int right;

  public static void main(String[] args) {
    AllOf shared = new AllOf();
    CompletableFuture<Void> a = CompletableFuture.runAsync(() -> shared.left = 1);
    CompletableFuture<Void> b = CompletableFuture.runAsync(() -> shared.right = 2);
    CompletableFuture.allOf(a, b).join();
    System.out.println(shared.left + shared.right);
  }
}
