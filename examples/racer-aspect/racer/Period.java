package racer;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * An access period (§4.4): a thread, and how many threads it had started. (t', i') sees (t, i) where t' is t, later or at the
 * same time, or where t started t', or one that started one that ..., in its period i or later (§4.5).
 */
record Period(Life life, int number) {
    /** Of a thread: who started it, and when. */
    static final class Life {
        private final Period parent; // null: nobody saw it start
        private int periods; // written by the thread itself

        Life(Period parent) {
            this.parent = parent;
        }
    }

    private static final Map<Thread, Life> LIVES = Collections.synchronizedMap(new WeakHashMap<>());
    private static final ThreadLocal<Life> OWN =
            ThreadLocal.withInitial(() -> LIVES.computeIfAbsent(Thread.currentThread(), thread -> new Life(null)));

    static Period current() {
        Life own = OWN.get();
        return new Period(own, own.periods);
    }

    static void fork(Thread thread) {
        LIVES.put(thread, new Life(current()));
        ++OWN.get().periods;
    }

    boolean sees(Period earlier) {
        for (Period at = this; at != null; at = at.life.parent) {
            if (at.life == earlier.life) return at.number >= earlier.number;
        }
        return false;
    }
}
