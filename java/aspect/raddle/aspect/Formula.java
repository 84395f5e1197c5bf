package raddle.aspect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * When an advice applies at a place, as far as the weaver could not tell: a formula of tests and bindings, turned into a
 * method handle that branches.
 *
 * <pre>
 *   T  F                    always, never
 *   i2 Lcom/acme/Queue;     value 2 is one (a descriptor)
 *   b0 2                    parameter 0 of the advice gets value 2; always holds
 *   &amp;( ... )  |( ... )  !( ... )
 * </pre>
 *
 * Words are separated by spaces. Evaluated from left to right, as far as needed.
 */
final class Formula {
    private static final MethodHandle IS_INSTANCE, FITS, NEW_POINT;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            IS_INSTANCE = own.findVirtual(Class.class, "isInstance", MethodType.methodType(boolean.class, Object.class));
            FITS = own.findStatic(Formula.class, "fits", MethodType.methodType(boolean.class, Class.class, Object.class));
            NEW_POINT = own.findConstructor(Point.class,
                    MethodType.methodType(void.class, Place.class, Object.class, Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private final MethodType type;
    private final int first;
    private final String[] words;
    private final ClassLoader[] loaders;
    private int at;
    private MethodHandle advice;
    private Singleton aspect;
    private String[] roles;

    /** What is built takes that many places first, then the values. */
    Formula(int places, MethodType values, String text, ClassLoader[] loaders) {
        this.type = values.insertParameterTypes(0, java.util.Collections.nCopies(places, Place.class));
        this.first = places;
        this.words = text.split(" ");
        this.loaders = loaders;
    }

    MethodHandle build(Singleton aspect, MethodHandle advice, String[] roles) {
        this.aspect = aspect;
        this.advice = advice;
        this.roles = roles;
        MethodHandle otherwise = MethodHandles.empty(type);
        return read().build(new int[roles.length], this::call, otherwise);
    }

    /** A piece of the formula: where it holds, `then` of what has been bound so far; else `otherwise`. */
    private interface Node {
        MethodHandle build(int[] bound, Function<int[], MethodHandle> then, MethodHandle otherwise);
    }

    private Node read() {
        String word = words[at++];
        char first = word.charAt(0);
        switch (first) {
            case 'T':
                return (bound, then, otherwise) -> then.apply(bound);
            case 'F':
                return (bound, then, otherwise) -> otherwise;
            case 'i': {
                int value = value(word.substring(1));
                Class<?> wanted = find(words[at++]);
                if (wanted == null) return (bound, then, otherwise) -> otherwise;
                return (bound, then, otherwise) ->
                        MethodHandles.guardWithTest(test(IS_INSTANCE.bindTo(wanted), value), then.apply(bound), otherwise);
            }
            case 'b': {
                int parameter = Integer.parseInt(word.substring(1));
                int value = value(words[at++]);
                return (bound, then, otherwise) -> {
                    int[] more = bound.clone();
                    more[parameter] = value;
                    return then.apply(more);
                };
            }
            default:
                return readList(first);
        }
    }

    private int value(String number) {
        return Integer.parseInt(number) + first;
    }

    private Node readList(char operator) {
        List<Node> operands = new ArrayList<>();
        while (!words[at].equals(")")) operands.add(read());
        ++at;
        if (operator == '!') {
            return (bound, then, otherwise) -> operands.get(0).build(bound, b -> otherwise, then.apply(bound));
        }
        Node result = operands.get(operands.size() - 1);
        for (int i = operands.size() - 2; i >= 0; --i) {
            Node left = operands.get(i), right = result;
            result = operator == '&'
                    ? (bound, then, otherwise) -> left.build(bound, b -> right.build(b, then, otherwise), otherwise)
                    : (bound, then, otherwise) -> left.build(bound, then, right.build(bound, then, otherwise));
        }
        return result;
    }

    private Class<?> find(String descriptor) {
        for (ClassLoader loader : loaders) {
            try {
                return MethodType.fromMethodDescriptorString("(" + descriptor + ")V", loader).parameterType(0);
            } catch (TypeNotPresentException unknown) {
                // perhaps the other one knows it
            }
        }
        return null; // nothing can be an instance of what nobody has loaded
    }

    private MethodHandle test(MethodHandle ofObject, int value) {
        MethodHandle test = ofObject.asType(MethodType.methodType(boolean.class, type.parameterType(value)));
        return MethodHandles.permuteArguments(test, type.changeReturnType(boolean.class), value);
    }

    /**
     * The advice with its arguments in place. A role is "b": what the formula bound; "3": value 3; "null"; "s", "e": the
     * static part of the join point, of the code around it; "j0/1/2,3": the join point with this, target and arguments
     * (-1: none).
     */
    private MethodHandle call(int[] bound) {
        MethodHandle call = advice;
        List<Integer> values = new ArrayList<>();
        List<MethodHandle> tests = new ArrayList<>();
        String point = null;
        int pointAt = -1;
        for (int i = 0, kept = 0; i < roles.length; ++i) {
            String role = roles[i];
            if (role.equals("s") || role.equals("e")) {
                values.add(role.equals("s") ? 0 : 1);
                ++kept;
            } else if (role.equals("null")) {
                call = MethodHandles.insertArguments(call, kept, (Object) null);
            } else if (role.startsWith("j")) {
                point = role.substring(1);
                pointAt = kept++;
                values.add(0);
            } else {
                int value = role.equals("b") ? bound[i] : value(role);
                Class<?> wanted = call.type().parameterType(kept++);
                values.add(value);
                // Two loaders may each have a class of this name.
                boolean cast = !wanted.isPrimitive() && wanted != Object.class && !type.parameterType(value).isPrimitive();
                if (cast) tests.add(test(FITS.bindTo(wanted), value));
            }
        }
        call = point == null ? arrange(call, values, type, 0) : withPoint(call, values, point, pointAt);
        call = aspect.guarded(call);
        for (MethodHandle test : tests) call = MethodHandles.guardWithTest(test, call, MethodHandles.empty(type));
        return call;
    }

    /** `call` on the values with these numbers, counted from `first`, of a call of this type. */
    private static MethodHandle arrange(MethodHandle call, List<Integer> values, MethodType from, int first) {
        int[] order = new int[values.size()];
        MethodType wanted = call.type();
        for (int i = 0; i < order.length; ++i) {
            order[i] = values.get(i) + first;
            wanted = wanted.changeParameterType(i, from.parameterType(order[i]));
        }
        // Not asType: a null that is to be an int becomes 0, as AspectJ has it, and not an exception in the program.
        return MethodHandles.permuteArguments(MethodHandles.explicitCastArguments(call, wanted), from, order);
    }

    private MethodHandle withPoint(MethodHandle call, List<Integer> values, String spec, int pointAt) {
        String[] parts = spec.split("/", -1);
        String[] arguments = parts[2].isEmpty() ? new String[0] : parts[2].split(",");
        MethodHandle point = NEW_POINT.asCollector(Object[].class, arguments.length);
        List<Integer> used = new ArrayList<>(List.of(0)); // its place
        for (int i = 0; i < 2; ++i) {
            int value = value(parts[i]);
            if (value < first) point = MethodHandles.insertArguments(point, used.size(), (Object) null);
            else used.add(value);
        }
        for (String argument : arguments) used.add(value(argument));
        point = arrange(point, used, type.changeReturnType(Point.class), 0);

        MethodType withPoint = type.insertParameterTypes(0, Point.class);
        List<Integer> shifted = new ArrayList<>();
        for (int i = 0; i < values.size(); ++i) shifted.add(i == pointAt ? 0 : values.get(i) + 1);
        return MethodHandles.foldArguments(arrange(call, shifted, withPoint, 0), point);
    }

    private static boolean fits(Class<?> type, Object value) {
        return value == null || type.isInstance(value);
    }
}
