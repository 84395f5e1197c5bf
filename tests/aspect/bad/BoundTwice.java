package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class BoundTwice {
    @Before("call(* *(..)) && target(a) && args(a)")
    public void advice(Object a) {}
}
