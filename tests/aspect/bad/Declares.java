package bad;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.*;

@Aspect
public class Declares {
    @DeclareError("lock()")
    static final String TEXT = "no locks";
}
