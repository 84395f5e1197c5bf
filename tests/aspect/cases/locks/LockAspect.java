package locks;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class LockAspect {
    private static void say(String when, Object lock) {
        String name = lock instanceof Class ? "class" : lock instanceof Main ? "main" : String.valueOf(lock);
        boolean held = lock != null && Thread.holdsLock(lock);
        Log.say("  " + when + " " + name + (held ? ", held" : ", free"));
    }

    @Before("lock() && args(l)")
    public void beforeLock(Object l) {
        say("before lock", l);
    }

    @After("lock() && args(l)")
    public void afterLock(Object l) {
        say("after lock", l);
    }

    @Before("unlock() && args(l)")
    public void beforeUnlock(Object l) {
        say("before unlock", l);
    }

    @After("unlock() && args(l)")
    public void afterUnlock(Object l) {
        say("after unlock", l);
    }
}
