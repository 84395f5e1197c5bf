package bodies;

import java.util.Arrays;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class BodyAspect {
    @Pointcut("within(Main) && !execution(* lambda*(..))")
    void here() {}

    @Before("(execution(* *(..)) || execution(new(..))) && here()")
    public void begins(JoinPoint point) {
        Log.say("begin " + point + " " + point.getArgs().length);
    }

    @After("(execution(* *(..)) || execution(new(..))) && here()")
    public void ends(JoinPoint point) {
        Object[] arguments = point.getArgs();
        boolean plain = arguments.length > 0 && !(arguments[0] instanceof Object[]);
        Log.say("end " + point + (plain ? " " + Arrays.toString(arguments) : ""));
    }

    @AfterReturning(pointcut = "execution(* *(..)) && here()", returning = "result")
    public void returns(Object result, JoinPoint.StaticPart place) {
        Log.say("  returned " + result);
    }

    @AfterReturning(pointcut = "execution(* *(..)) && here()", returning = "result")
    public void returnsText(String result) {
        Log.say("  a text: " + result);
    }

    @AfterThrowing(pointcut = "execution(* *(..)) && here()", throwing = "problem")
    public void fails(Throwable problem) {
        Log.say("  failed: " + problem.getMessage());
    }

    @Before("staticinitialization(Main+) && here() || staticinitialization(Main.*)")
    public void loads(JoinPoint.StaticPart place) {
        Log.say(place.toLongString());
    }

    @After("staticinitialization(Main.Derived)")
    public void loaded() {
        Log.say("  initialised: " + (Main.Derived.START != 0));
    }

    @Before("initialization(Main.Derived.new(..)) && this(made) && args(name)")
    public void initialises(Main.Derived made, String name) {
        Log.say("  initialising " + made.getClass().getSimpleName() + " " + name);
    }

    @Before("handler(RuntimeException+) && args(problem) && withincode(* caught(..))")
    public void handles(RuntimeException problem, JoinPoint.StaticPart place) {
        Log.say("  " + place + " got " + problem.getClass().getSimpleName());
    }

    @Before("handler(IllegalStateException) && withincode(* caught(..))")
    public void handlesState() {
        Log.say("  by its name");
    }
}
