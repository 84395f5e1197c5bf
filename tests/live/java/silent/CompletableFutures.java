package silent;

import java.util.concurrent.CompletableFuture;
import support.Check;

/** Stages of a completable future: each sees what the stages before it wrote. */
public class CompletableFutures {
  static final class Draft {
    int words;
    int pages;
  }

  static Draft draft(int words) {
    Draft draft = new Draft();
    draft.words = words;
    return draft;
  }

  public static void main(String[] args) throws Exception {
    CompletableFuture<Draft> one = CompletableFuture.supplyAsync(() -> draft(100)).thenApplyAsync(draft -> {
      draft.pages = draft.words / 10;
      return draft;
    });
    CompletableFuture<Draft> two = CompletableFuture.supplyAsync(() -> draft(50)).thenApply(draft -> {
      draft.pages = 1;
      return draft;
    });
    CompletableFuture<Integer> both = one.thenCombineAsync(two, (a, b) -> a.pages + b.pages);
    CompletableFuture<Integer> flat = both.thenCompose(sum -> CompletableFuture.supplyAsync(() -> sum + 1));
    int[] accepted = new int[1];
    CompletableFuture<Void> last = flat.thenAcceptAsync(sum -> accepted[0] = sum).whenComplete((x, y) -> accepted[0]++);
    last.join();
    Check.result("13 12", accepted[0] + " " + flat.get());
  }
}
