package raddle.aspect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;

/** The one instance of an aspect, made when its first advice runs; and the rule that advice does not run inside advice. */
final class Singleton {
    private static final ClassValue<Singleton> ALL = new ClassValue<>() {
        @Override
        protected Singleton computeValue(Class<?> type) {
            return new Singleton(type);
        }
    };
    /** Whether this thread is in an advice, or making an aspect. */
    private static final ThreadLocal<boolean[]> INSIDE = ThreadLocal.withInitial(() -> new boolean[1]);
    private static final MethodHandle ENTER, LEAVE, INSTANCE, TELL;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            ENTER = own.findVirtual(Singleton.class, "enter", MethodType.methodType(boolean.class));
            LEAVE = MethodHandles.dropArguments(
                    own.findStatic(Singleton.class, "leave", MethodType.methodType(void.class)), 0, Throwable.class);
            INSTANCE = own.findGetter(Singleton.class, "instance", Object.class);
            TELL = own.findStatic(Singleton.class, "tell", MethodType.methodType(void.class, Throwable.class));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private final Class<?> type;
    private volatile boolean failed;
    private Object instance; // written under the monitor, before `made`
    private volatile boolean made;

    private Singleton(Class<?> type) {
        this.type = type;
    }

    static Singleton of(Class<?> type) {
        return ALL.get(type);
    }

    /** The advice, with the instance for its receiver. */
    MethodHandle advice(String name, MethodType wanted) throws ReflectiveOperationException {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                each.getDeclaredMethod(name, wanted.parameterArray());
            } catch (NoSuchMethodException further) {
                continue;
            }
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(each, MethodHandles.lookup());
            try {
                MethodHandle method = lookup.findVirtual(each, name, wanted);
                MethodHandle instance = INSTANCE.bindTo(this).asType(MethodType.methodType(each));
                return MethodHandles.collectArguments(method, 0, instance);
            } catch (IllegalAccessException isStatic) {
                return lookup.findStatic(each, name, wanted);
            }
        }
        throw new NoSuchMethodException(name + wanted);
    }

    /** `call`, unless this thread is in an advice already. */
    MethodHandle guarded(MethodHandle call) {
        MethodHandle inside = MethodHandles.tryFinally(call, LEAVE);
        MethodHandle enter = MethodHandles.dropArguments(ENTER.bindTo(this), 0, call.type().parameterList());
        return MethodHandles.guardWithTest(enter, inside, MethodHandles.empty(call.type()));
    }

    /** What `call` throws goes to the thread's handler of uncaught exceptions, and the program goes on. */
    static MethodHandle quiet(MethodHandle call) {
        return MethodHandles.catchException(call, Throwable.class, TELL);
    }

    private boolean enter() {
        boolean[] inside = INSIDE.get();
        if (inside[0] || failed) return false;
        inside[0] = true;
        if (made || make()) return true;
        inside[0] = false;
        return false;
    }

    private static void leave() {
        INSIDE.get()[0] = false;
    }

    private synchronized boolean make() {
        if (made || failed) return made;
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            instance = constructor.newInstance();
            made = true;
        } catch (Throwable problem) {
            Throwable cause = problem.getCause() == null ? problem : problem.getCause();
            System.err.println("raddle: aspect " + type.getName() + " could not be made, its advice does not run: " + cause);
            failed = true;
        }
        return made;
    }

    private static void tell(Throwable problem) {
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, problem);
        } catch (Throwable again) {
            // Its handler is at fault; there is nobody left to tell.
        }
    }
}
