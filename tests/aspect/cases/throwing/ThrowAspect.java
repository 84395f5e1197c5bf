package throwing;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class ThrowAspect {
    @After("call(* called())")
    public void calls() {
        throw new IllegalStateException("after a call");
    }

    @After("lock() && within(Main)")
    public void takes() {
        throw new IllegalStateException("after a lock");
    }

    @Before("unlock() && within(Main)")
    public void releases() {
        throw new IllegalStateException("before an unlock");
    }

    @AfterReturning("unlock() && within(Main)")
    public void released() {
        throw new IllegalStateException("after an unlock");
    }

    @Before("set(* Main.field)")
    public void sets() {
        throw new IllegalStateException("before a set");
    }
}
