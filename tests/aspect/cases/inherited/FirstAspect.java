package inherited;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class FirstAspect extends BaseAspect {
    @Override
    @Pointcut("call(* first(..))")
    protected void scope() {}

    @Override
    @Pointcut("args(value)")
    protected void given(int value) {}
}
