package patterns;

import java.util.Arrays;
import java.util.List;
import org.aspectj.lang.*;
import org.aspectj.lang.annotation.*;
import org.aspectj.lang.reflect.CodeSignature;
import org.aspectj.lang.reflect.MethodSignature;
/** Patterns of every kind, on a program that has something for each. */
@Aspect
public class SomeAspect extends NamesAspect {
    @Override
    @Pointcut("within(Main) || within(Main.*)")
    protected void scope() {}

    static void say(String who, JoinPoint.StaticPart p) {
        Log.say(who + " " + p + " @" + p.getSourceLocation().getLine() + " " + p.getKind());
    }

    @Before("call(* *(..)) && scope() && !call(* Log.*(..)) && !call(* java..*.*(..))")
    public void c1(JoinPoint.StaticPart p) {
        say("call", p);
    }

    @Before("call(* Main.Shape+.*(..)) && scope()")
    public void c2(JoinPoint.StaticPart p) {
        say("shape+", p);
    }

    @Before("call(* Main.Shape.*(..)) && scope()")
    public void c3(JoinPoint.StaticPart p) {
        say("shape", p);
    }

    @Before("call(* (@Marked *).*(..)) && scope()")
    public void c4(JoinPoint.StaticPart p) {
        say("marked", p);
    }

    @Before("call(@Audited * *(..)) && scope()")
    public void c5(JoinPoint.StaticPart p) {
        say("audited", p);
    }

    @Before("execution(@Audited * *(..)) && scope()")
    public void c6(JoinPoint.StaticPart p) {
        say("audited-exec", p);
    }

    @Before("get(@Deprecated * *) && scope()")
    public void c7(JoinPoint.StaticPart p) {
        say("get-dep", p);
    }

    @Before("set(* Main.Shape+.*) && args(v) && this(t)")
    public void c8(Object v, Object t, JoinPoint.StaticPart p) {
        say("set " + v + t.getClass().getSimpleName(), p);
    }

    @Before("call(* java.util..*.*(..)) && !call(* *..Objects.*(..)) && scope()")
    public void c9(JoinPoint.StaticPart p) {
        say("util", p);
    }

    @Before("call(* java.util.Collection+.*(..)) && target(l) && scope()")
    public void c10(List<?> l, JoinPoint.StaticPart p) {
        say("list" + l.size(), p);
    }

    @Before("call(* *(Object...)) && scope()")
    public void c11(JoinPoint.StaticPart p) {
        say("varargs", p);
    }

    @Before("call(* *(.., Object...)) && scope()")
    public void c12(JoinPoint p) {
        say("varargs2 " + p.getArgs().length, p.getStaticPart());
    }

    @Before("call(* *(int[])) && scope()")
    public void c13(JoinPoint.StaticPart p) {
        say("int[]", p);
    }

    @Before("call(* *(int...)) && scope()")
    public void c14(JoinPoint.StaticPart p) {
        say("int...", p);
    }

    @Before("execution(* *(int[][], ..)) && scope()")
    public void c15(JoinPoint.StaticPart p) {
        say("int[][]", p);
    }

    @Before("call(* boxes(..)) && args(a, b, ..) && scope()")
    public void c16(int a, long b) {
        Log.say("boxes " + a + b);
    }

    @Before("call(* boxes(..)) && args(.., o) && scope()")
    public void c17(Number o) {
        Log.say("number " + o);
    }

    @Before("call(* boxes(..)) && args(a, b, c, d) && scope()")
    public void c18(Object a, Object b, Object c, Object d) {
        Log.say("objects " + a + b + c + d + b.getClass());
    }

    @Before("call(* over(..)) && args(String)")
    public void c19(JoinPoint.StaticPart p) {
        say("args(String)", p);
    }

    @Before("call(* over(String))")
    public void c20(JoinPoint.StaticPart p) {
        say("over(String)", p);
    }

    @Before("execution(* Main.Named+.*(..))")
    public void c21(JoinPoint.StaticPart p) {
        say("named", p);
    }

    @Before("execution(* lambda$*(..)) && scope()")
    public void c22(JoinPoint.StaticPart p) {
        Log.say("lambda");
    }

    @Before("call(Main.Shape+.new(..)) && scope()")
    public void c23(JoinPoint p) {
        say("new" + Arrays.toString(p.getArgs()) + p.getTarget(), p.getStaticPart());
    }

    @Before("withincode(* Main.main(String[])) && call(* java..*.*(..)) && !call(* println(..)) && !call(* StringBuilder.*(..))")
    public void c24(JoinPoint.StaticPart p, JoinPoint.EnclosingStaticPart e) {
        say("in-main of " + e.getSignature().getName(), p);
    }

    @Before("handler(Exception+) && args(e) && scope()")
    public void c25(Exception e, JoinPoint.StaticPart p) {
        say("handler " + e.getMessage(), p);
    }

    @Before("(call(!static * *(..)) && target(Main.Circle) || execution(!public !static * *(..)) && this(Main.Circle)) && scope()")
    public void c26(JoinPoint.StaticPart p) {
        say("circle", p);
    }

    @Before("call(* *(..) throws java.io.IOException) || call(* *(..) throws Exception+)")
    public void c27(JoinPoint.StaticPart p) {
        say("throws", p);
    }

    @Before("staticinitialization(Main.Named+)")
    public void c28(JoinPoint.StaticPart p) {
        say("clinit", p);
    }

    @Before("get(Main.Color *..*) || get(Main.Color+ Main.Color.*)")
    public void c29(JoinPoint.StaticPart p) {
        say("color", p);
    }

    @Before("call(double area()) && target(c) && (this(Object) || within(Main))")
    public void c30(Main.Circle c, JoinPoint p) {
        say("area " + (p.getThis() == null), p.getStaticPart());
    }

    @Before("call(Object+ *..Shape.swap(*))")
    public void c31(JoinPoint p) {
        Log.say("swap " + p.toLongString() + " | " + p.toShortString() + " | " + p.getSignature().toLongString() + " | " + ((MethodSignature) p.getSignature()).getReturnType() + p.getSignature().getModifiers() + p.getSignature().getDeclaringTypeName());
    }

    @Before("set(volatile * *) || get(volatile boolean *)")
    public void c32(JoinPoint.StaticPart p) {
        say("volatile", p);
    }

    @Before("set(private final double Main.Circle.radius)")
    public void c33(JoinPoint.StaticPart p) {
        say("final", p);
    }

    @Before("execution(Main.Square.new(long)) || execution(* *..Square.*(..))")
    public void c34(JoinPoint p) {
        say("square " + Arrays.toString(p.getArgs()), p.getStaticPart());
    }

    @Before("(execution(* *(..)) || execution(new(..)) || call(* over(..))) && scope() && !execution(* lambda*(..))")
    public void c35(JoinPoint.StaticPart p) {
        Log.say("names " + Arrays.toString(((CodeSignature) p.getSignature()).getParameterNames()));
    }

    @Before("call(* varied(..)) || call(* Main.Named+.*(..)) || call(* Main.Shape+.*(..))")
    public void c36(JoinPoint p) {
        Log.say("method " + ((MethodSignature) p.getSignature()).getMethod());
    }

    @AfterReturning(pointcut = "call(* *(..)) && scope() && !call(* Log.*(..))", returning = "s")
    public void r1(String s) {
        Log.say("r1 " + s);
    }

    @AfterReturning(pointcut = "call(double *(..)) && scope()", returning = "n")
    public void r2(double n, JoinPoint.StaticPart p) {
        say("r2 " + n, p);
    }

    @AfterReturning(pointcut = "call(* sum(..))", returning = "n")
    public void r3(Object n) {
        Log.say("r3 " + n + n.getClass());
    }

    @AfterReturning(pointcut = "call(Main.Shape+.new(..))", returning = "n")
    public void r4(Main.Circle n) {
        Log.say("r4 " + n.old);
    }

    @AfterReturning(pointcut = "get(long Main.*.side)", returning = "n")
    public void r5(long n) {
        Log.say("r5 " + n);
    }

    @AfterReturning(pointcut = "get(long Main.*.side) && target(q)", returning = "n", argNames = "n,q")
    public void r6(long n, Main.Square q) {
        Log.say("r6 " + n + (q != null));
    }

    @AfterThrowing(pointcut = "call(* *(..)) && scope()", throwing = "t")
    public void t2(RuntimeException t, JoinPoint.StaticPart p) {
        say("t2 " + t.getMessage(), p);
    }

    @After("execution(* *(..)) && scope() && !execution(* lambda*(..)) && !execution(* main(..))")
    public void a1(JoinPoint.StaticPart p) {
        say("after", p);
    }

}
