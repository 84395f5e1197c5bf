package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class PointcutSyntax {
    @Pointcut("execution(* *(..)")
    void unused() {}

    @Before("lock()")
    public void advice() {}
}
