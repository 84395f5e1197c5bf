package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class WrongCount {
    @Pointcut("args(x)")
    void given(int x) {}

    @Before("lock() && given()")
    public void advice() {}
}
