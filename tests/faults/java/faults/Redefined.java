package faults;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;

/** An agent of its own, which redefines classes that are loaded already; they race behind that. */
public final class Redefined {
    private static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] classes = {Racy.class, Class.forName("faults.Racy$Counter")};
        instrumentation.retransformClasses(classes);
        for (Class<?> each : classes) {
            byte[] bytes = each.getResourceAsStream(each.getName().substring("faults.".length()) + ".class").readAllBytes();
            instrumentation.redefineClasses(new ClassDefinition(each, bytes));
        }
        Racy.race();
        System.out.println("redefined");
    }
}
