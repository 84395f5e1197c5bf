package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Cflow {
    @Before("cflow(lock())")
    public void advice() {}
}
