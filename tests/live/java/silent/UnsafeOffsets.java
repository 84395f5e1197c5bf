package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import support.Check;
import support.HandOver;

/**
 * Hand-overs by sun.misc.Unsafe on one side and by the language on the other. It is called by reflection: javac warns of it
 * whatever it is told.
 */
public class UnsafeOffsets {
  static final Class<?> TYPE;
  static final Object UNSAFE;

  static {
    try {
      TYPE = Class.forName("sun.misc.Unsafe");
      Field the = TYPE.getDeclaredField("theUnsafe");
      the.setAccessible(true);
      UNSAFE = the.get(null);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  static Object call(String name, Class<?>[] types, Object... arguments) {
    try {
      return TYPE.getMethod(name, types).invoke(UNSAFE, arguments);
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static int get(Object o, long offset) {
    return (int) call("getIntVolatile", new Class<?>[] {Object.class, long.class}, o, offset);
  }

  static void put(String how, Object o, long offset, int value) {
    call(how, new Class<?>[] {Object.class, long.class, int.class}, o, offset, value);
  }

  static long offset(String name, String of) throws ReflectiveOperationException {
    return (long) call(of, new Class<?>[] {Field.class}, UnsafeOffsets.class.getDeclaredField(name));
  }

  volatile int state;
  static volatile int open;

  public static void main(String[] args) throws Exception {
    UnsafeOffsets it = new UnsafeOffsets();
    long state = offset("state", "objectFieldOffset");
    HandOver.by(() -> put("putIntVolatile", it, state, 1), () -> it.state == 1);
    HandOver.by(() -> it.state = 2, () -> get(it, state) == 2);
    HandOver.by(() -> put("putOrderedInt", it, state, 3), () -> it.state == 3);
    HandOver.by(() -> put("getAndAddInt", it, state, 1), () -> it.state == 4);

    long at = offset("open", "staticFieldOffset");
    Object base = call("staticFieldBase", new Class<?>[] {Field.class}, UnsafeOffsets.class.getDeclaredField("open"));
    HandOver.by(() -> put("putIntVolatile", base, at, 1), () -> open == 1);

    int[] flags = new int[4];
    VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
    // An int before 23, a long since.
    long first = ((Number) call("arrayBaseOffset", new Class<?>[] {Class.class}, int[].class)).longValue();
    HandOver.by(() -> element.setVolatile(flags, 3, 1), () -> get(flags, first + 12) == 1);

    long memory = (long) call("allocateMemory", new Class<?>[] {long.class}, 8L);
    put("putIntVolatile", null, memory, 0);
    HandOver.by(() -> put("putOrderedInt", null, memory, 1), () -> get(null, memory) == 1);
    Check.result(14, HandOver.writes());
  }
}
