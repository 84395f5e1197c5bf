package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Returns {
    @Before("lock()")
    public int advice() {
        return 1;
    }
}
