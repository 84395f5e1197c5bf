package inherited;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

/** All that Places has, and advice of its own around what it inherits. */
@Aspect
public class SecondAspect extends BaseAspect {
    @Override
    @Pointcut("PlacesAspect.calls()")
    protected void scope() {}

    @Override
    @Pointcut("inherited.PlacesAspect.calls() && args(number)")
    protected void given(int number) {}

    @Before("scope()")
    public void outerBefore() {
        Log.say("SecondAspect's own before");
    }

    @After("scope()")
    public void outerAfter() {
        Log.say("SecondAspect's own after");
    }
}
