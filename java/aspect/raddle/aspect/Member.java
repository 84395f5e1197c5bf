package raddle.aspect;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.CatchClauseSignature;
import org.aspectj.lang.reflect.ConstructorSignature;
import org.aspectj.lang.reflect.FieldSignature;
import org.aspectj.lang.reflect.InitializerSignature;
import org.aspectj.lang.reflect.LockSignature;
import org.aspectj.lang.reflect.MethodSignature;
import org.aspectj.lang.reflect.UnlockSignature;

/** What a join point is about, by name; one subclass for each of AspectJ's kinds of signatures, printed as AspectJ does. */
abstract class Member implements Signature {
    final int modifiers;
    final String declaring, name, descriptor, exceptions;
    final ClassLoader loader;
    String names = ""; // of parameters, with commas; none: not known before the program runs

    private Member(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
        this.modifiers = modifiers;
        this.declaring = declaring;
        this.name = name;
        this.descriptor = descriptor;
        this.exceptions = exceptions;
        this.loader = within.getClassLoader();
    }

    static Member of(String kind, int modifiers, String declaring, String name, String descriptor, String exceptions,
            Class<?> within) {
        switch (kind) {
            case "field-get":
            case "field-set":
                return new OfField(modifiers, declaring, name, descriptor, exceptions, within);
            case "exception-handler":
                return new OfHandler(modifiers, declaring, name, descriptor, exceptions, within);
            case "lock":
                return new OfLock(modifiers, declaring, name, descriptor, exceptions, within);
            case "unlock":
                return new OfUnlock(modifiers, declaring, name, descriptor, exceptions, within);
            case "array-get":
            case "array-set":
                return new OfArray(modifiers, declaring, name, descriptor, exceptions, within);
            case "staticinitialization":
                return new OfClass(modifiers, declaring, name, descriptor, exceptions, within);
            case "constructor-call":
            case "constructor-execution":
            case "initialization":
                return new OfConstructor(modifiers, declaring, name, descriptor, exceptions, within);
            default:
                return new OfMethod(modifiers, declaring, name, descriptor, exceptions, within);
        }
    }

    /** How much of it is printed: AspectJ's toShortString, toString and toLongString. */
    enum Style {
        SHORT,
        MIDDLE,
        LONG;

        /** Of a parameter, a field, what is returned. */
        String type(String descriptor) {
            String name = readable(descriptor);
            return (this == LONG ? name : simple(name)).replace('$', '.');
        }

        /** Of the class that has the member. */
        String owner(String name) {
            if (name.startsWith("[")) name = readable(name.replace('.', '/')); // an array's clone()
            return (this == SHORT ? simple(name) : name).replace('$', '.');
        }

        String modifiers(int modifiers) {
            return this == LONG && modifiers != 0 ? Modifier.toString(modifiers) + " " : "";
        }

        String parameters(String descriptor) {
            List<String> types = Member.parameters(descriptor);
            if (this == SHORT) return types.isEmpty() ? "()" : "(..)";
            StringBuilder text = new StringBuilder("(");
            for (String type : types) text.append(text.length() == 1 ? "" : ", ").append(type(type));
            return text.append(")").toString();
        }

        String exceptions(String names) {
            return this == LONG && !names.isEmpty() ? " throws " + names.replace('$', '.').replace(",", ", ") : "";
        }
    }

    abstract String print(Style style);

    @Override
    public final String toString() {
        return print(Style.MIDDLE);
    }

    @Override
    public final String toShortString() {
        return print(Style.SHORT);
    }

    @Override
    public final String toLongString() {
        return print(Style.LONG);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public int getModifiers() {
        return modifiers;
    }

    @Override
    public String getDeclaringTypeName() {
        return declaring;
    }

    @Override
    public Class<?> getDeclaringType() {
        return load(declaring);
    }

    final Class<?> load(String className) {
        try {
            return Class.forName(className, false, loader);
        } catch (ClassNotFoundException | LinkageError unknown) {
            return null;
        }
    }

    final MethodType type() {
        return MethodType.fromMethodDescriptorString(descriptor, loader);
    }

    /** As they are in the source, or as reflection knows them: "arg0" where nobody wrote them down. */
    final String[] parameterNames(Executable reflected) {
        if (!names.isEmpty()) return names.split(",");
        String[] found = new String[type().parameterCount()];
        for (int i = 0; i < found.length; ++i) {
            found[i] = reflected == null ? "arg" + i : reflected.getParameters()[i].getName();
        }
        return found;
    }

    final Class<?>[] exceptionTypes() {
        String[] names = exceptions.isEmpty() ? new String[0] : exceptions.split(",");
        Class<?>[] types = new Class<?>[names.length];
        for (int i = 0; i < names.length; ++i) types[i] = load(names[i]);
        return types;
    }

    /** As Class.getName() has it, but for arrays. */
    static String readable(String descriptor) {
        switch (descriptor.charAt(0)) {
            case '[':
                return readable(descriptor.substring(1)) + "[]";
            case 'L':
                return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
            default:
                return MethodType.fromMethodDescriptorString("()" + descriptor, null).returnType().getName();
        }
    }

    /** Without the package; $ still stands between nested classes. */
    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    static List<String> parameters(String descriptor) {
        List<String> types = new ArrayList<>();
        for (int at = 1; descriptor.charAt(at) != ')';) {
            int end = at;
            while (descriptor.charAt(end) == '[') ++end;
            end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
            types.add(descriptor.substring(at, end));
            at = end;
        }
        return types;
    }

    private static final class OfMethod extends Member implements MethodSignature {
        OfMethod(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            String returned = style == Style.SHORT ? "" : style.type(descriptor.substring(descriptor.indexOf(')') + 1)) + " ";
            return style.modifiers(modifiers) + returned + style.owner(declaring) + "." + name
                    + style.parameters(descriptor) + style.exceptions(exceptions);
        }

        @Override
        public Class<?> getReturnType() {
            return type().returnType();
        }

        @Override
        public Class<?>[] getParameterTypes() {
            return type().parameterArray();
        }

        @Override
        public String[] getParameterNames() {
            return parameterNames(getMethod());
        }

        @Override
        public Class<?>[] getExceptionTypes() {
            return exceptionTypes();
        }

        @Override
        public Method getMethod() {
            return find(getDeclaringType(), getParameterTypes());
        }

        private Method find(Class<?> type, Class<?>[] parameters) {
            if (type == null) return null;
            try {
                return type.getDeclaredMethod(name, parameters);
            } catch (NoSuchMethodException inherited) {
                Method found = find(type.getSuperclass(), parameters);
                for (Class<?> each : type.getInterfaces()) found = found == null ? find(each, parameters) : found;
                return found;
            }
        }
    }

    private static final class OfConstructor extends Member implements ConstructorSignature {
        OfConstructor(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return style.modifiers(modifiers) + style.owner(declaring) + style.parameters(descriptor)
                    + style.exceptions(exceptions);
        }

        @Override
        public Class<?>[] getParameterTypes() {
            return type().parameterArray();
        }

        @Override
        public String[] getParameterNames() {
            return parameterNames(getConstructor());
        }

        @Override
        public Class<?>[] getExceptionTypes() {
            return exceptionTypes();
        }

        @Override
        public Constructor<?> getConstructor() {
            try {
                return getDeclaringType().getDeclaredConstructor(getParameterTypes());
            } catch (NoSuchMethodException gone) {
                return null;
            }
        }
    }

    private static final class OfClass extends Member implements InitializerSignature {
        OfClass(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return style.modifiers(modifiers) + style.owner(declaring) + ".<clinit>";
        }

        @Override
        public Class<?>[] getParameterTypes() {
            return new Class<?>[0];
        }

        @Override
        public String[] getParameterNames() {
            return new String[0];
        }

        @Override
        public Class<?>[] getExceptionTypes() {
            return new Class<?>[0];
        }

        @Override
        public Constructor<?> getInitializer() {
            return null;
        }
    }

    private static final class OfField extends Member implements FieldSignature {
        OfField(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            String type = style == Style.SHORT ? "" : style.type(descriptor) + " ";
            return style.modifiers(modifiers) + type + style.owner(declaring) + "." + name;
        }

        @Override
        public Class<?> getFieldType() {
            return MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
        }

        @Override
        public Field getField() {
            try {
                return getDeclaringType().getDeclaredField(name);
            } catch (NoSuchFieldException inherited) {
                return null;
            }
        }
    }

    private static final class OfHandler extends Member implements CatchClauseSignature {
        OfHandler(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return "catch(" + style.type(descriptor) + ")";
        }

        @Override
        public Class<?> getParameterType() {
            return load(readable(descriptor));
        }

        @Override
        public String getParameterName() {
            return null;
        }
    }

    private static final class OfLock extends Member implements LockSignature {
        OfLock(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return "lock(" + style.type(descriptor) + ")";
        }
    }

    private static final class OfUnlock extends Member implements UnlockSignature {
        OfUnlock(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return "unlock(" + style.type(descriptor) + ")";
        }
    }

    /** AspectJ has none: the type of the array. */
    private static final class OfArray extends Member {
        OfArray(int modifiers, String declaring, String name, String descriptor, String exceptions, Class<?> within) {
            super(modifiers, declaring, name, descriptor, exceptions, within);
        }

        @Override
        String print(Style style) {
            return style.type(descriptor);
        }
    }
}
