package check;

import java.util.concurrent.CompletableFuture;

/** Each stage runs after the one before: what they share is handed on. */
public class FutureChain {
    private int sum;

    void add(int amount) {
        sum += amount;
    }

    public static void main(String[] args) {
        FutureChain chain = new FutureChain();
        CompletableFuture<Void> done = CompletableFuture.supplyAsync(() -> 1)
                .thenApplyAsync(x -> { chain.add(x); return x; })
                .thenAcceptAsync(x -> chain.add(x));
        done.join();
        chain.add(3);
    }
}
