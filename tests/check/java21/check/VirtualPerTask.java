package check;

import java.util.concurrent.Executors;

/** Many virtual threads on one counter; closing the executor waits for them. */
public class VirtualPerTask {
    private int hits; // expect: check.VirtualPerTask.hits
    private int total;

    public static void main(String[] args) {
        VirtualPerTask shared = new VirtualPerTask();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) pool.submit(() -> shared.hits++);
        }
        shared.total = shared.hits;
    }
}
