package patterns;

import org.aspectj.lang.annotation.*;
@Aspect
public abstract class NamesAspect {
    @Pointcut("target(s) && args(o)") public void onShape(Main.Shape s, Object o) {}
    @Pointcut("within(patterns.Main) || within(patterns.Main.*) || within(patterns..*) && !within(Log)") public void here() {}
    @Pointcut protected abstract void scope();
    @Pointcut("scope() && call(* swap(..)) && onShape(sh, w)") void swaps(Main.Shape sh, Object w) {}
    @Before("swaps(x, y)")
    public void swap(Object y, Main.Shape x) {
        Log.say("base-swap " + y + " " + x.getClass().getSimpleName());
    }

}
