package initialization;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class MadeAspect {
    @Before("initialization(Main.Base+.new(..))")
    public void begins(JoinPoint point) {
        Log.say("made: begin " + point + " " + point.getThis().getClass().getSimpleName() + (point.getThis() == point.getTarget()));
    }

    @Before("initialization(Main.Derived.new(int)) && this(made) && args(count)")
    public void counted(Main.Derived made, int count) {
        Log.say("  made with a count: " + count + ", has " + made.count);
    }

    @Before("initialization(Main.Derived.new(long, ..)) && args(count, what)")
    public void direct(JoinPoint.StaticPart place, long count, String what) {
        Log.say("  made directly: " + count + what + " " + place);
    }

    @After("initialization(Main.Base+.new(..))")
    public void ends(JoinPoint point) {
        Log.say("made: end " + point + " " + point.getThis());
    }

    @AfterReturning("initialization(Main.Base+.new()) && target(made)")
    public void done(Main.Base made) {
        Log.say("  done, without arguments: " + made);
    }

    @AfterThrowing(pointcut = "initialization(Main.Base+.new(..)) && this(made)", throwing = "problem")
    public void failed(Object made, UnsupportedOperationException problem) {
        Log.say("  failed: " + problem.getMessage() + " " + made);
    }

    @Before("execution(Main.Base+.new(..)) && args(..)")
    public void runs(JoinPoint point) {
        Log.say(" run: begin " + point + (point.getArgs().length > 1 ? " " + point.getArgs()[1] : ""));
    }

    @After("execution(Main.Base+.new(..))")
    public void ran(JoinPoint point) {
        Log.say(" run: end " + point);
    }
}
