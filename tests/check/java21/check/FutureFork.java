package check;

import java.util.concurrent.CompletableFuture;

/** Two futures beside each other on the same sum. */
public class FutureFork {
    private int sum; // expect: check.FutureFork.sum

    void add(int amount) {
        sum += amount;
    }

    public static void main(String[] args) {
        FutureFork shared = new FutureFork();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> shared.add(1));
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> shared.add(2));
        CompletableFuture.allOf(one, two).join();
        System.out.println(shared.sum);
    }
}
