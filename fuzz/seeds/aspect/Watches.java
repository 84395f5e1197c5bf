package a;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

/** An aspect with everything that one can have. */
@Aspect
public class Watches extends Base {
    @Pointcut("within(a..*) || within(b.C+)")
    void here() {}

    @Pointcut(value = "args(l, ..)", argNames = "l")
    void first(Object l) {}

    @Before("(lock() || unlock()) && first(lock)")
    public void locks(Object lock, JoinPoint.StaticPart place) {}

    @After("call(* java.util.List+.*(int, ..)) && this(self) && target(list) && args(n, ..)")
    public void calls(Object self, java.util.List<?> list, int n, JoinPoint point) {}

    @AfterReturning(pointcut = "execution(public !static String[] *(..) throws Exception)", returning = "text")
    public void returned(String[] text, JoinPoint.EnclosingStaticPart around) {}

    @AfterThrowing(pointcut = "here() && (initialization(new(..)) || staticinitialization(*))", throwing = "problem")
    public static void failed(RuntimeException problem) {}

    @Before("(get(@Deprecated * *) || set(* *) || arrayset(long) || handler(*)) && maybeShared() && here()")
    public void touched() {}
}
