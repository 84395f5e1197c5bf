package check;

import java.util.concurrent.CompletableFuture;

/** A stage that is composed is over when the one is that its function returns. */
public class ComposedStages {
  static class Step {
    int value;
  }

  static class Kept {
    int value; // expect: check.ComposedStages$Kept.value
  }

  static class Dropped {
    int value; // expect: check.ComposedStages$Dropped.value
  }

  private static CompletableFuture<Step> more(Step step) {
    return CompletableFuture.supplyAsync(() -> {
      step.value++;
      return step;
    });
  }

  public static void main(String[] args) {
    Step done = CompletableFuture.supplyAsync(() -> {
      Step step = new Step();
      step.value = 1;
      return step;
    }).thenCompose(step -> CompletableFuture.supplyAsync(() -> {
      step.value++;
      return step;
    })).join();
    done.value++;
    Step again = CompletableFuture.supplyAsync(Step::new).thenCompose(ComposedStages::more).thenApply(step -> {
      step.value++;
      return step;
    }).join();
    again.value++;

    Kept kept = new Kept();
    CompletableFuture<Kept> composed = CompletableFuture.completedFuture(kept).thenCompose(
        each -> CompletableFuture.supplyAsync(() -> {
          each.value++;
          return each;
        }));
    kept.value++;
    composed.join();

    Dropped dropped = new Dropped();
    CompletableFuture.completedFuture("x").thenCompose(x -> {
      CompletableFuture.runAsync(() -> dropped.value++);
      return CompletableFuture.completedFuture(x);
    }).join();
    dropped.value++;
  }
}
