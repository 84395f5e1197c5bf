package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class NoParameter {
    @AfterReturning(pointcut = "lock()", returning = "result")
    public void advice() {}
}
