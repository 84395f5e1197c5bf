package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class NoConstructor {
    NoConstructor(int value) {}

    @Before("lock()")
    public void advice() {}
}
