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
    /** Of a thread: whether it is in an advice, or making an aspect; and what the agent wants back afterwards. */
    private static final class Inside {
        boolean now;
        int agents;
    }

    private static final ThreadLocal<Inside> INSIDE = ThreadLocal.withInitial(Inside::new);
    private static final MethodHandle ENTER, LEAVE, INSTANCE, TELL;
    /** Under the agent: what an advice does to synchronise is nothing that the program does. Else they do nothing. */
    private static final MethodHandle HUSH, SPEAK;

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
        MethodHandle hush = MethodHandles.zero(int.class);
        MethodHandle speak = MethodHandles.empty(MethodType.methodType(void.class, int.class));
        try {
            Class<?> agent = Class.forName("java.lang.RaddleSync");
            MethodHandle enter = MethodHandles.publicLookup().findStatic(agent, "enter", hush.type());
            speak = MethodHandles.publicLookup().findStatic(agent, "leave", speak.type());
            hush = enter;
        } catch (ReflectiveOperationException noAgent) {
            // woven ahead of time
        }
        HUSH = hush;
        SPEAK = speak;
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
        Inside inside = INSIDE.get();
        if (inside.now || failed) return false;
        inside.now = true;
        try {
            inside.agents = (int) HUSH.invokeExact();
        } catch (Throwable impossible) {
            inside.now = false;
            return false;
        }
        if (made || make()) return true;
        leave();
        return false;
    }

    private static void leave() {
        Inside inside = INSIDE.get();
        inside.now = false;
        try {
            SPEAK.invokeExact(inside.agents);
        } catch (Throwable impossible) {
            // neither throws
        }
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
