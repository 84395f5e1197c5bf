package inherited;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

/** Its sub-aspects say where. */
@Aspect
public abstract class BaseAspect {
    private int seen;

    @Pointcut
    protected abstract void scope();

    @Pointcut(argNames = "value")
    protected abstract void given(int value);

    @Before("given(value) && scope()")
    public void before(int value) {
        Log.say(name() + " before " + value + ", number " + ++seen);
    }

    @After("scope()")
    public void after() {
        Log.say(name() + " after");
    }

    String name() {
        return getClass().getSimpleName();
    }
}
