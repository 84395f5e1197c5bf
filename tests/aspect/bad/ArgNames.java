package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class ArgNames {
    @Before(value = "call(* *(..)) && args(a, b)", argNames = "a")
    public void advice(int a, int b) {}
}
