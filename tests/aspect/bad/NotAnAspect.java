package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

public class NotAnAspect {
    @Before("lock()")
    public void advice() {}

    @Aspect
    public static class Nested {}
}
