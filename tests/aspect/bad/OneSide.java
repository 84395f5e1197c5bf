package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class OneSide {
    @Before("call(* *(..)) && target(a) || lock()")
    public void advice(Object a) {}
}
