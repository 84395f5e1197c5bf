package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect("perthis(call(* *(..)))")
public class PerThis {
    @Before("lock()")
    public void advice() {}
}
