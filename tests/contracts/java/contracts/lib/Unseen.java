package contracts.lib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/** A volatile number that nobody can tell is one: sun.misc.Unsafe, called by method handles. */
final class Unseen {
  private static final MethodHandle GET;
  private static final MethodHandle SET;
  private static final MethodHandle SWAP;

  static {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field only = unsafe.getDeclaredField("theUnsafe");
      only.setAccessible(true);
      Object it = only.get(null);
      Object at = unsafe.getMethod("objectFieldOffset", Field.class).invoke(it, Unseen.class.getDeclaredField("value"));
      GET = method(it, "getIntVolatile", at, Object.class, long.class);
      SET = method(it, "putIntVolatile", at, Object.class, long.class, int.class);
      SWAP = method(it, "compareAndSwapInt", at, Object.class, long.class, int.class, int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused")
  private int value;

  private static MethodHandle method(Object unsafe, String name, Object at, Class<?>... types)
      throws ReflectiveOperationException {
    MethodHandle method = MethodHandles.lookup().unreflect(unsafe.getClass().getMethod(name, types));
    return MethodHandles.insertArguments(method.bindTo(unsafe), 1, at);
  }

  int get() {
    try {
      return (int) GET.invoke(this);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  void set(int to) {
    try {
      SET.invoke(this, to);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  boolean swap(int from, int to) {
    try {
      return (boolean) SWAP.invoke(this, from, to);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
