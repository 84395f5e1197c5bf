package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class ExtendsMissing extends Gone {
    @Before("lock()")
    public void advice() {}
}
