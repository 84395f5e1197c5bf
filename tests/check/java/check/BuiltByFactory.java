package check;

import java.util.ArrayList;
import java.util.List;

/**
 * A factory builds an object out of parts that know it, and configures it by methods that are called later too, under its lock: nobody
 * else has it before the factory returns.
 */
public class BuiltByFactory {
    private final List<Part> parts = new ArrayList<>();
    private int settings;

    static class Part {
        final BuiltByFactory whole;
        private int size;

        Part(BuiltByFactory whole) {
            this.whole = whole;
        }

        void grow(int by) {
            size += by;
            whole.setting(size);
        }
    }

    static BuiltByFactory create() {
        BuiltByFactory built = new BuiltByFactory();
        for (int i = 0; i < 3; i++) built.add(i);
        return built;
    }

    private void add(int size) {
        Part part = new Part(this);
        part.grow(size);
        parts.add(part);
    }

    private void setting(int value) {
        settings = value;
    }

    synchronized void change() {
        for (Part part : parts) part.grow(1);
    }

    public static void main(String[] args) {
        BuiltByFactory shared = create();
        new Thread(shared::change).start();
        new Thread(shared::change).start();
    }
}
