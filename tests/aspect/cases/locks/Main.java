package locks;

/** Monitors in all the forms that Java has, one thread, in a fixed order. */
public class Main {
    static final Object LOCK = "LOCK";
    int value;

    void block() {
        synchronized (LOCK) {
            Log.body();
        }
    }

    synchronized int instanceMethod(int by) {
        Log.body();
        value += by;
        return value;
    }

    static synchronized long staticMethod() {
        Log.body();
        return 1L << 40;
    }

    void nested() {
        synchronized (LOCK) {
            synchronized (this) {
                Log.body();
            }
        }
    }

    synchronized void reentrant(int depth) {
        Log.body();
        if (depth > 0) reentrant(depth - 1);
        synchronized (this) {
            Log.body();
        }
    }

    int returnsFromBlock(boolean early) {
        synchronized (LOCK) {
            if (early) return 1;
            value = 2;
            return value;
        }
    }

    void throwsFromBlock() {
        synchronized (LOCK) {
            throw new IllegalStateException("block");
        }
    }

    synchronized void throwsFromMethod() {
        throw new IllegalStateException("method");
    }

    static synchronized void throwsFromCallee() {
        Integer.parseInt("no number");
    }

    synchronized String catchesItself() {
        try {
            return String.valueOf(value / 0);
        } catch (ArithmeticException e) {
            return "caught";
        } finally {
            Log.body();
        }
    }

    synchronized void neverReturns() {
        while (true) {
            if (value-- < 0) throw new IllegalStateException("loop");
        }
    }

    interface Part {
        void run();
    }

    static void part(String name, Part part) {
        Log.say(name);
        try {
            part.run();
        } catch (RuntimeException e) {
            Log.say("  threw " + e.getClass().getSimpleName());
        }
        if (Thread.holdsLock(LOCK) || Thread.holdsLock(Main.class)) Log.say("  a lock is left");
    }

    public static void main(String[] arguments) {
        Main main = new Main();
        part("block", main::block);
        part("instance method", () -> Log.say("  returned " + main.instanceMethod(3)));
        part("static method", () -> Log.say("  returned " + staticMethod()));
        part("nested", main::nested);
        part("reentrant", () -> main.reentrant(1));
        part("return from a block", () -> Log.say("  returned " + main.returnsFromBlock(true)));
        part("return at its end", () -> Log.say("  returned " + main.returnsFromBlock(false)));
        part("throw from a block", main::throwsFromBlock);
        part("throw from a method", main::throwsFromMethod);
        part("throw from a callee", Main::throwsFromCallee);
        part("catch inside", () -> Log.say("  returned " + main.catchesItself()));
        part("never returns", main::neverReturns);
        if (Thread.holdsLock(main)) Log.say("the lock of main is left");
    }
}
