package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Unbound {
    @Before("call(* *(..))")
    public void advice(Object target) {}
}
