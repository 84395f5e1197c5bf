package check;

import java.util.concurrent.CompletableFuture;

/** A future that another thread completes: nothing. */
public class CompletedByHand {
  private int data;

  public static void main(String[] args) {
    CompletedByHand shared = new CompletedByHand();
    CompletableFuture<String> done = new CompletableFuture<>();
    new Thread(() -> {
      shared.data = 1;
      done.complete("x");
    }).start();
    done.join();
    System.out.println(shared.data);
  }
}
