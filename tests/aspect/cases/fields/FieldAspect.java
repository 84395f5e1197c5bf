package fields;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class FieldAspect {
    @Pointcut("within(Main)")
    void here() {}

    @Before("set(* *) && args(value) && here()")
    public void sets(JoinPoint.StaticPart place, Object value) {
        Log.say(place.toLongString() + " := " + (value instanceof Main.Derived ? "derived" : value));
    }

    @AfterReturning(pointcut = "get(* *) && here()", returning = "value")
    public void gets(JoinPoint point, Object value) {
        String target = point.getTarget() == null ? "static" : point.getTarget().getClass().getSimpleName();
        Log.say(point + " of " + target + " = " + (value instanceof Main.Derived ? "derived" : value));
    }

    @AfterReturning(pointcut = "get(long *) && here()", returning = "value")
    public void getsLong(long value) {
        Log.say("  a long: " + value);
    }

    @After("set(* own) && target(derived) && this(user)")
    public void own(Main.Derived derived, Object user) {
        Log.say("  own is now " + derived.own + (user == derived ? ", set by itself" : ""));
    }

    @AfterThrowing(pointcut = "(get(* *) || set(* *)) && here()", throwing = "problem")
    public void fails(JoinPoint.StaticPart place, NullPointerException problem) {
        Log.say("  failed: " + place.toShortString() + " at " + place.getSourceLocation().getLine());
    }

    @After("set(static * *) && here()")
    public void afterStatic(JoinPoint.EnclosingStaticPart around) {
        Log.say("  in " + around.getSignature().getName());
    }
}
