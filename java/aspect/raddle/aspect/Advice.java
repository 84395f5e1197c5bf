package raddle.aspect;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What woven code calls: each place that an advice may apply to is one invokedynamic instruction, linked here.
 *
 * <p>The instruction hands over the values that the advice, or the tests that decide whether it applies, need; all
 * references as Object. What it becomes is a method handle that the JIT inlines: the tests ({@link Formula}), the aspect's
 * one instance ({@link Singleton}), the advice itself. src/aspect/advice_call.h is the other side of this contract.
 *
 * <p>Nothing that goes wrong in here reaches the program: an advice that cannot be linked is told on stderr, and does
 * nothing.
 */
public final class Advice {
    /**
     * All that a woven call is but for its place. A wide pointcut has tens of thousands of calls and a few dozen shapes: only
     * these are put together, which is what takes the time.
     */
    private record Shape(MethodType type, String aspect, String method, String roles, String formula, int places) {
        /** The class whose loader the formula's types may be found through; ours where it has none, and is the same for all. */
        Class<?> names(Class<?> within) {
            return formula.indexOf(';') < 0 && formula.indexOf('[') < 0 ? Advice.class : within;
        }

        MethodHandle build(ClassLoader programs) throws ReflectiveOperationException {
            ClassLoader loader = Advice.class.getClassLoader();
            Class<?> owner = Class.forName(aspect, false, loader);
            int parenthesis = method.indexOf('(');
            MethodType wanted = MethodType.fromMethodDescriptorString(method.substring(parenthesis), loader);
            MethodHandle advice = Singleton.of(owner).advice(method.substring(0, parenthesis), wanted);
            return new Formula(places, type, formula, new ClassLoader[] {loader, programs})
                    .build(Singleton.of(owner), advice, roles.isEmpty() ? new String[0] : roles.split(" "));
        }
    }

    private static final ClassValue<Map<Shape, MethodHandle>> LINKED = new ClassValue<>() {
        @Override
        protected Map<Shape, MethodHandle> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private Advice() {}

    /**
     * @param name "advice", or "quiet" where the advice must not throw: at a monitor that would then never be released;
     *     "waitBefore" and "waitThrown" where it waits for its object, or what {@link Construction} has by that name
     * @param aspect the class whose instance it is called on
     * @param method name and descriptor of the advice
     * @param roles what each parameter of the advice gets, separated by spaces: see {@link Formula#arguments}
     * @param formula when it applies, and what its parameters are bound to
     * @param places of the join point and of the code around it; none where the advice does not ask
     */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, String aspect, String method,
            String roles, String formula, String... places) {
        MethodHandle nothing = MethodHandles.empty(type);
        try {
            if (Construction.has(name)) return Construction.link(name, type);
            boolean waits = name.startsWith("wait");
            Shape shape = new Shape(waits ? Construction.whole(name, type) : type, aspect, method, roles, formula, places.length);
            Class<?> within = caller.lookupClass();
            MethodHandle all = LINKED.get(shape.names(within)).get(shape);
            if (all == null) {
                all = shape.build(within.getClassLoader());
                LINKED.get(shape.names(within)).put(shape, all);
            }
            Object[] known = new Object[places.length];
            for (int i = 0; i < places.length; ++i) known[i] = new Place(places[i], within);
            all = MethodHandles.insertArguments(all, 0, known);
            if (waits) all = Construction.waiting(name, type, all);
            if (name.equals("quiet")) all = Singleton.quiet(all);
            return new ConstantCallSite(all);
        } catch (VirtualMachineError error) {
            throw error;
        } catch (Throwable problem) {
            System.err.println("raddle: advice " + aspect + "." + method + " does not run: " + problem);
            return new ConstantCallSite(nothing);
        }
    }
}
