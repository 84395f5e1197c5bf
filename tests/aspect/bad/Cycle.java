package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Cycle {
    @Pointcut("b()")
    void a() {}

    @Pointcut("a()")
    void b() {}

    @Before("a()")
    public void advice() {}
}
