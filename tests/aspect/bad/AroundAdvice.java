package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class AroundAdvice {
    @Around("call(* *(..))")
    public Object around(ProceedingJoinPoint point) {
        return null;
    }
}
