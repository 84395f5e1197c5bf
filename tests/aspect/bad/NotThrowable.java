package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class NotThrowable {
    @AfterThrowing(pointcut = "lock()", throwing = "problem")
    public void advice(String problem) {}
}
