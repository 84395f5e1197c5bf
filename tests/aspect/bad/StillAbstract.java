package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class StillAbstract extends StillAbstractBase {
    @Override
    protected void scope() {}
}

@Aspect
abstract class StillAbstractBase {
    @Pointcut
    protected abstract void scope();

    @Before("lock() && scope()")
    public void advice() {}
}
