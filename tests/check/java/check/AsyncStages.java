package check;

import java.util.concurrent.CompletableFuture;

/** CompletableFuture's functions run elsewhere. */
public class AsyncStages {
  static int last; // expect: check.AsyncStages.last

  public static void main(String[] args) {
    CompletableFuture.runAsync(() -> last = 1);
    CompletableFuture.runAsync(() -> last = 2);
  }
}
