package silent;

import java.util.concurrent.CompletableFuture;
import support.Check;

/** allOf and anyOf come after what they wait for. */
public class CompletableGroups {
  static final int[] cells = new int[3];

  public static void main(String[] args) throws Exception {
    CompletableFuture<?>[] parts = new CompletableFuture<?>[3];
    for (int i = 0; i < 3; i++) {
      int index = i;
      parts[i] = CompletableFuture.runAsync(() -> cells[index] = index + 1);
    }
    CompletableFuture.allOf(parts).join();
    int sum = cells[0] + cells[1] + cells[2];
    CompletableFuture<int[]> never = new CompletableFuture<>();
    Object any = CompletableFuture.anyOf(never, CompletableFuture.supplyAsync(() -> new int[] {sum})).get();
    Check.result("6 6", sum + " " + ((int[]) any)[0]);
  }
}
