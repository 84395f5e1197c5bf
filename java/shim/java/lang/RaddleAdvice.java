package java.lang;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Links the calls of advice that the agent wove. This class is visible to every loader. The aspects, and the code that
 * runs them (java/aspect), belong to the system loader, which sees the program's types.
 */
public final class RaddleAdvice {
  private static final String LINKER = "raddle.aspect.Advice";

  private static volatile MethodHandle found; // the linker's method; looked up for the first advice, not when the JVM starts

  private RaddleAdvice() {}

  private static MethodHandle find() throws ReflectiveOperationException {
    Class<?> linker = ClassLoader.getSystemClassLoader().loadClass(LINKER);
    return MethodHandles.publicLookup().findStatic(linker, "link",
        MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, String.class,
            String.class, String.class, String.class, String[].class)).asFixedArity();
  }

  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, String aspect, String method,
      String roles, String formula, String... places) {
    int inside = RaddleSync.enter();
    try {
      MethodHandle link = found;
      if (link == null) found = link = find();
      return (CallSite) link.invokeExact(caller, name, type, aspect, method, roles, formula, places);
    } catch (VirtualMachineError error) {
      throw error;
    } catch (Throwable problem) {
      System.err.println("raddle: advice " + aspect + "." + method + " does not run: " + problem);
      return new ConstantCallSite(MethodHandles.empty(type));
    } finally {
      RaddleSync.leave(inside);
    }
  }
}
