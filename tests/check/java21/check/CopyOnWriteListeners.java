package check;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** Listeners may come and go while they are called; what a listener keeps is its own business, and not guarded. */
public class CopyOnWriteListeners {
    private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();

    static class Sum implements IntConsumer {
        int sum; // expect: check.CopyOnWriteListeners$Sum.sum

        @Override
        public void accept(int value) {
            sum += value;
        }
    }

    void fire(int value) {
        for (IntConsumer listener : listeners) listener.accept(value);
    }

    public static void main(String[] args) {
        CopyOnWriteListeners source = new CopyOnWriteListeners();
        source.listeners.add(new Sum());
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(() -> source.fire(1));
    }
}
