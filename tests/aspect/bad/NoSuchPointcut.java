package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class NoSuchPointcut {
    @Before("lock() && scope()")
    public void advice() {}
}
