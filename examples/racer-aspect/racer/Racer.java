package racer;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

/**
 * Fig. 8 of the paper: each access of a field, with the object that has it, goes through the state machine of Fig. 9b
 * ({@link Variable}); each start of a thread begins a new access period (§4.4).
 *
 * <p>Final fields are safe in Java, and volatile ones are synchronisation, not data: the paper does not say so, but a race
 * detector that reported them would be of no use.
 */
@Aspect
public class Racer {
    @Pointcut("!within(racer..*)")
    void scope() {}

    @Pointcut("set(static !final !volatile * *) && maybeShared()")
    void staticFieldSet() {}

    @Pointcut("set(!static !final !volatile * *) && target(owner) && maybeShared()")
    void fieldSet(Object owner) {}

    @Pointcut("get(static !final !volatile * *) && maybeShared()")
    void staticFieldGet() {}

    @Pointcut("get(!static !final !volatile * *) && target(owner) && maybeShared()")
    void fieldGet(Object owner) {}

    @Before("staticFieldSet() && scope()")
    public void setsStatic(JoinPoint.StaticPart place) {
        Variable.of(place.getSignature().getDeclaringType(), place).write(place);
    }

    @Before("fieldSet(owner) && scope()")
    public void sets(Object owner, JoinPoint.StaticPart place) {
        if (owner != null) Variable.of(owner, place).write(place);
    }

    @Before("staticFieldGet() && scope()")
    public void getsStatic(JoinPoint.StaticPart place) {
        Variable.of(place.getSignature().getDeclaringType(), place).read(place);
    }

    @Before("fieldGet(owner) && scope()")
    public void gets(Object owner, JoinPoint.StaticPart place) {
        if (owner != null) Variable.of(owner, place).read(place);
    }

    @Before("fork() && target(thread) && scope()")
    public void starts(Thread thread) {
        Period.fork(thread);
    }
}
