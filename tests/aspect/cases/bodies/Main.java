package bodies;

/** Executions, constructors, class initialisation, handlers: shadows that are more than one instruction. */
public class Main {
    static class Base {
        Base(int value) {
            Log.say("    Base " + value);
        }
    }

    static class Derived extends Base {
        static final long START = System.nanoTime();
        private String name = "none";

        Derived(String name) {
            super(name.length());
            this.name = name;
            for (int i = 0; i < 2; i++) name = name + i; // the parameter is overwritten, also in a loop
            Log.say("    Derived " + name);
        }
    }

    static class Plain {}

    static class LoopsAtOnce {
        int rounds;

        LoopsAtOnce(int times) {
            do {
                rounds++;
            } while (rounds < times);
        }
    }

    static long sum(int a, long b, double c) {
        a += 1;
        if (a > 100) return -1;
        return a + b + (long) c;
    }

    private String find(Object[] all, Object wanted) {
        for (Object each : all) {
            if (each == wanted) return "found";
        }
        return null;
    }

    int caught(int kind) {
        try {
            if (kind == 0) throw new IllegalStateException("state");
            if (kind == 1) throw new IllegalArgumentException("argument");
            return Integer.parseInt("x");
        } catch (IllegalStateException e) {
            return 1;
        } catch (IllegalArgumentException e) {
            return 2;
        } finally {
            Log.say("    finally");
        }
    }

    void fails() {
        throw new UnsupportedOperationException("never");
    }

    public static void main(String[] arguments) {
        Main main = new Main();
        new Derived("abc");
        new Plain();
        Log.say("  rounds: " + new LoopsAtOnce(3).rounds);
        Log.say("  sum: " + sum(1, 2L, 3.5));
        Log.say("  sum: " + sum(100, 2L, 3.5));
        Object wanted = "x";
        Log.say("  " + main.find(new Object[] {"y", wanted}, wanted));
        Log.say("  " + main.find(new Object[] {"y"}, wanted));
        for (int kind = 0; kind < 3; kind++) Log.say("  " + main.caught(kind));
        try {
            main.fails();
        } catch (RuntimeException e) {
            Log.say("  " + e.getMessage());
        }
    }
}
