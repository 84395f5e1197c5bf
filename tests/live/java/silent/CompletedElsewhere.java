package silent;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** A future completed by hand from another thread, normally and with an exception, and one that is polled. */
public class CompletedElsewhere {
  static int a;
  static int b;
  static int c;

  public static void main(String[] args) throws Exception {
    CompletableFuture<String> good = new CompletableFuture<>();
    CompletableFuture<String> bad = new CompletableFuture<>();
    CompletableFuture<String> polled = new CompletableFuture<>();
    Threads.start(() -> {
      a = 1;
      good.complete("fine");
      b = 2;
      bad.completeExceptionally(new IOException("expected"));
      c = 3;
      polled.complete("now");
    });
    String text = good.get(10, TimeUnit.SECONDS) + a;
    text += bad.handle((value, problem) -> problem.getMessage() + b).join();
    while (polled.getNow(null) == null) Thread.onSpinWait();
    Check.result("fine1expected23", text + c);
  }
}
