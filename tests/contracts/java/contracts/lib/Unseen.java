package contracts.lib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

/** A volatile number that nobody can tell is one: a VarHandle, called by method handles that the JDK itself invokes. */
public final class Unseen {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Unseen.class, "value", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public interface Get {
    int get();
  }

  public interface Set {
    void set(int to);
  }

  public interface Swap {
    boolean swap(int from, int to);
  }

  @SuppressWarnings("unused")
  private int value;

  private final Get get = as(Get.class, AccessMode.GET_VOLATILE);
  private final Set set = as(Set.class, AccessMode.SET_VOLATILE);
  private final Swap swap = as(Swap.class, AccessMode.COMPARE_AND_SET);

  private <T> T as(Class<T> type, AccessMode mode) {
    MethodHandle handle = VALUE.toMethodHandle(mode).bindTo(this);
    return MethodHandleProxies.asInterfaceInstance(type, handle);
  }

  int get() {
    return get.get();
  }

  void set(int to) {
    set.set(to);
  }

  boolean swap(int from, int to) {
    return swap.swap(from, to);
  }
}
