package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class ExtendsConcrete extends ExtendsConcreteBase {}

@Aspect
class ExtendsConcreteBase {
    @Before("lock()")
    public void advice() {}
}
