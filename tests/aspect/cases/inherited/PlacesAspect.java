package inherited;

import org.aspectj.lang.annotation.Pointcut;

/** No aspect: a library of pointcuts. */
public class PlacesAspect {
    @Pointcut("call(static * Main.*(..)) && ours()")
    public void calls() {}

    @Pointcut("within(Main)")
    private void ours() {}
}
