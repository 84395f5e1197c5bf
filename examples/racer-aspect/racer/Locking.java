package racer;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Fig. 7 of the paper: the locks that each thread holds, a bag of them, since Java's locks are re-entrant. */
@Aspect
public class Locking {
    private static final ThreadLocal<Map<Object, Integer>> LOCKS_HELD = ThreadLocal.withInitial(IdentityHashMap::new);

    @Before("lock() && args(l) && Racer.scope()")
    public void taken(Object l) {
        if (l != null) LOCKS_HELD.get().merge(l, 1, Integer::sum);
    }

    @After("unlock() && args(l) && Racer.scope()")
    public void released(Object l) {
        LOCKS_HELD.get().computeIfPresent(l, (lock, times) -> times == 1 ? null : times - 1);
    }

    /** Those of this thread, now. */
    static Set<Object> locksHeld() {
        return LOCKS_HELD.get().keySet();
    }
}
