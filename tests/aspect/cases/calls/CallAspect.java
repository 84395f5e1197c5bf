package calls;

import java.util.Arrays;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class CallAspect {
    @Pointcut("!within(Log) && !within(CallAspect) && !call(* calls.Log.*(..)) && !call(* java.lang.StringBuilder.*(..)) && !call(* java.lang.Runnable.*())")
    void interesting() {}

    @Pointcut("call(* *(..)) && interesting()")
    void called() {}

    @Before("called()")
    public void before(JoinPoint.StaticPart place) {
        Log.say(place + " at " + place.getSourceLocation());
    }

    @Before("call(* deposit(int)) && target(account) && args(amount)")
    public void deposit(Account account, int amount) {
        Log.say("  deposit of " + amount + " in " + account.getClass().getSimpleName());
    }

    @Before("call(* deposit(..)) && target(savings)")
    public void saving(Savings savings) {
        Log.say("  that is a Savings account");
    }

    @After("call(calls.Account.new(..)) && args(*)")
    public void made(JoinPoint place) {
        Log.say("  made: " + place.toLongString() + " with " + Arrays.toString(place.getArgs()));
    }

    @AfterReturning(pointcut = "called() && !call(boolean *(..))", returning = "result")
    public void returned(JoinPoint place, Object result) {
        Log.say("  " + place.toShortString() + " of " + Arrays.toString(place.getArgs()) + " gave " + result);
    }

    @AfterReturning(pointcut = "called()", returning = "number")
    public void returnedInt(int number) {
        Log.say("  an int: " + number);
    }

    @AfterThrowing(pointcut = "called()", throwing = "problem")
    public void failed(JoinPoint.EnclosingStaticPart around, IllegalArgumentException problem) {
        Log.say("  " + problem.getMessage() + ", in " + around.getSignature().getName());
    }

    @AfterThrowing(pointcut = "called()", throwing = "problem")
    public void otherwise(IllegalStateException problem) {
        Log.say("  not to be seen");
    }

    @After("call(* withdraw(..))")
    public void atAnyRate() {
        Log.say("  tried");
    }
}
