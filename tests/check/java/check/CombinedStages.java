package check;

import java.util.concurrent.CompletableFuture;

/** What combines two stages comes after both, and so does what follows it; what takes either comes after one. */
public class CombinedStages {
  static class Sheet {
    int left;
    int right;
    int first; // expect: check.CombinedStages$Sheet.first
    int second; // expect: check.CombinedStages$Sheet.second
  }

  static void both(Sheet sheet) {
    CompletableFuture<Integer> left = CompletableFuture.supplyAsync(() -> sheet.left = 1);
    CompletableFuture<Integer> right = CompletableFuture.supplyAsync(() -> sheet.right = 2);
    CompletableFuture<Integer> sum =
        left.thenCombine(right, (a, b) -> sheet.left += sheet.right)
            .whenComplete((total, failure) -> sheet.right += total);
    System.out.println(sum.join() + sheet.left + sheet.right);
  }

  static void either(Sheet sheet) {
    CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> sheet.first = 1);
    CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> sheet.second = 2);
    int taken = first.applyToEither(second, value -> value).join();
    System.out.println(taken + sheet.first + sheet.second);
  }

  public static void main(String[] args) {
    both(new Sheet());
    either(new Sheet());
  }
}
