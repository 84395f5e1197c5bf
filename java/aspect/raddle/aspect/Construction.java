package raddle.aspect;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * An object that one constructor makes by calling another, this(...): advice of its initialization, which waits for the
 * object to be there. That is behind super(...), in the constructor that is called last.
 *
 * <p>It is handed on in the thread, right before the call, and taken at the other's entry. Were there no room left on the
 * stack for that entry, it would stay; but handing it on takes more room than that.
 */
final class Construction {
    private record Waiting(MethodHandle advice, Object[] values) {}

    private static final ThreadLocal<Construction[]> HANDED = ThreadLocal.withInitial(() -> new Construction[1]);
    private static final MethodHandle KEEP;

    static {
        try {
            KEEP = MethodHandles.lookup().findVirtual(Construction.class, "keep",
                    MethodType.methodType(void.class, MethodHandle.class, boolean.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private final List<Waiting> before = new ArrayList<>(), thrown = new ArrayList<>();

    /** What woven constructors call, by name. */
    static CallSite link(String name, MethodType type) throws ReflectiveOperationException {
        MethodHandle method = MethodHandles.lookup().findStatic(Construction.class, name, type);
        return new ConstantCallSite(method);
    }

    static boolean has(String name) {
        return switch (name) {
            case "start", "handOn", "take", "begin", "fail" -> true;
            default -> false;
        };
    }

    static Object start() {
        return new Construction();
    }

    static void handOn(Object construction) {
        HANDED.get()[0] = (Construction) construction;
    }

    /** Null in a constructor that no other of its class has called. */
    static Object take() {
        Construction[] handed = HANDED.get();
        Construction taken = handed[0];
        handed[0] = null;
        return taken;
    }

    static void begin(Object construction, Object made) throws Throwable {
        for (Waiting each : ((Construction) construction).before) {
            call(each, made, made);
        }
    }

    static void fail(Object construction, Object made, Object problem) throws Throwable {
        for (Waiting each : ((Construction) construction).thrown) {
            call(each, made, made, problem);
        }
    }

    private static void call(Waiting waiting, Object... late) throws Throwable {
        List<Object> all = new ArrayList<>(List.of(late));
        all.addAll(java.util.Arrays.asList(waiting.values));
        waiting.advice.invokeWithArguments(all);
    }

    /** The type of an advice that is to wait: the object twice, as this and as target, what was thrown, the other values. */
    static MethodType whole(String name, MethodType type) {
        MethodType whole = type.dropParameterTypes(0, 1).insertParameterTypes(0, Object.class, Object.class);
        return name.equals("waitThrown") ? whole.insertParameterTypes(2, Object.class) : whole;
    }

    /** Of the type of the woven call: the construction, and the values but for those that come late. */
    static MethodHandle waiting(String name, MethodType type, MethodHandle advice) {
        MethodHandle keep = MethodHandles.insertArguments(KEEP, 1, advice, name.equals("waitThrown"));
        return keep.asCollector(Object[].class, type.parameterCount() - 1).asType(type);
    }

    private void keep(MethodHandle advice, boolean ifThrown, Object[] values) {
        (ifThrown ? thrown : before).add(new Waiting(advice, values));
    }
}
