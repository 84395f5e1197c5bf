package check;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Readers take an immutable list out of an atomic reference; writers replace it. */
public class SnapshotReplaced {
    private final AtomicReference<List<String>> names = new AtomicReference<>(List.of());

    void add(String name) {
        names.updateAndGet(old -> {
            var all = new java.util.ArrayList<>(old);
            all.add(name);
            return List.copyOf(all);
        });
    }

    public static void main(String[] args) {
        SnapshotReplaced shared = new SnapshotReplaced();
        for (int i = 0; i < 2; i++) {
            Thread.startVirtualThread(() -> {
                shared.add("x");
                System.out.println(shared.names.get().size());
            });
        }
    }
}
