package silent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/** Statics that reflection and handles read, in classes that another thread has initialised: that comes first. */
public class InitialisersByReflection {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  static class Reflected {
    static int number;
    static int[] numbers;
    static final int[] FIXED;
    static final Map<String, Integer> MAP = new HashMap<>();

    static {
      number = 1;
      numbers = new int[] {2};
      FIXED = new int[1];
      FIXED[0] = 3;
      MAP.put("four", 4);
    }
  }

  static class Handled {
    static int number = 1;
    static int[] numbers = {2};
    static final int[] FIXED = {3};
  }

  static class Atomic {
    static int number = 1;
    static int[] numbers = {2};
  }

  static Object valueOf(String name) throws Exception {
    Field field = Reflected.class.getDeclaredField(name);
    return field.get(null);
  }

  static MethodHandle getter(String name, Class<?> type) throws Exception {
    return LOOKUP.findStaticGetter(Handled.class, name, type);
  }

  static int[] read(MethodHandle getter) {
    try {
      return (int[]) getter.invokeExact();
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.race(() -> Check.same(1, Reflected.number), () -> Check.same(1, valueOf("number")));
    Threads.together(() -> Check.same(2, ((int[]) valueOf("numbers"))[0]));
    Threads.together(() -> Check.same(3, ((int[]) valueOf("FIXED"))[0]));
    Threads.together(() -> Check.same(4, ((Map<?, ?>) valueOf("MAP")).get("four")));

    MethodHandle numbers = getter("numbers", int[].class), fixed = getter("FIXED", int[].class);
    Threads.race(() -> Check.same(1, Handled.number), () -> Check.same(2, read(numbers)[0]));
    Threads.together(() -> Check.same(3, read(fixed)[0]));

    Threads.race(() -> Check.same(1, Atomic.number), () -> {
      VarHandle number = LOOKUP.findStaticVarHandle(Atomic.class, "number", int.class);
      Check.same(1, (int) number.get());
    });
    Threads.together(() -> {
      VarHandle handle = LOOKUP.findStaticVarHandle(Atomic.class, "numbers", int[].class);
      Check.same(2, ((int[]) handle.get())[0]);
    });
    Check.result(7, Reflected.number + Handled.number * 2 + Atomic.number * 4);
  }
}
