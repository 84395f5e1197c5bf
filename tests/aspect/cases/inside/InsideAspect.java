package inside;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class InsideAspect {
    private final Main own = new Main("aspect");

    @Before("lock() && args(l)")
    public void takes(Object l) {
        Log.say("about to lock " + l);
    }

    @After("call(* toString()) && target(Main)")
    public void printed() {
        Log.say("printed, as also " + own);
    }

    @Before("set(* depth) && args(value)")
    public void sets(int value) {
        synchronized (own) {
            Log.say("depth " + value);
        }
    }
}
