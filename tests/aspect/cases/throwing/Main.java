package throwing;

/** Advice that throws: what the program then sees, and that no lock stays taken. */
public class Main {
    static void called() {
        Log.say("  called");
    }

    static synchronized void locked() {
        Log.say("  locked");
    }

    static void block(Object lock) {
        synchronized (lock) {
            Log.say("  block");
        }
    }

    static int field;

    public static void main(String[] arguments) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, problem) -> Log.say("  told: " + problem.getMessage()));
        for (Runnable part : new Runnable[] {
            () -> called(), () -> locked(), () -> block("block"), () -> block(null), () -> field = 1,
            () -> {
                try {
                    called();
                } catch (IllegalStateException e) {
                    Log.say("  caught inside: " + e.getMessage());
                }
            }
        }) {
            try {
                Log.say("part");
                part.run();
                Log.say("  done");
            } catch (RuntimeException e) {
                Log.say("  thrown: " + (e instanceof NullPointerException ? "null" : e.getMessage()));
            }
            if (Thread.holdsLock(Main.class) || Thread.holdsLock("block")) Log.say("  a lock is left");
        }
    }
}
