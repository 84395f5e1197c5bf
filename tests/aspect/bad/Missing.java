package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Missing {
    @Before("lock() && args(gone)")
    public void advice(Gone gone) {}
}
