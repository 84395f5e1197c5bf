package contracts.lib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A volatile number that nobody can tell is one: a VarHandle, called by method handles. */
final class Unseen {
  private static final MethodHandle GET;
  private static final MethodHandle SET;
  private static final MethodHandle SWAP;

  static {
    try {
      VarHandle value = MethodHandles.lookup().findVarHandle(Unseen.class, "value", int.class);
      GET = value.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
      SET = value.toMethodHandle(VarHandle.AccessMode.SET_VOLATILE);
      SWAP = value.toMethodHandle(VarHandle.AccessMode.COMPARE_AND_SET);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused")
  private int value;

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
