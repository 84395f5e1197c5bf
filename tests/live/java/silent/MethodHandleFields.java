package silent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import support.Check;
import support.Threads;

/** A volatile field that method handles read and write hands over like any other; handles of methods are no accesses. */
public class MethodHandleFields {
  static final MethodHandle READY;
  static final MethodHandle SET_READY;
  static final MethodHandle NUMBER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Class<?> type = MethodHandleFields.class;
      READY = lookup.findGetter(type, "ready", boolean.class);
      SET_READY = lookup.findSetter(type, "ready", boolean.class);
      NUMBER = lookup.findVirtual(type, "number", MethodType.methodType(int.class));
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  volatile boolean ready;
  int number;

  /** Not the field of this name. */
  int number() {
    return 7;
  }

  void write() {
    number = 1;
    try {
      SET_READY.invokeExact(this, true);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  int read() {
    try {
      while (!(boolean) READY.invokeExact(this)) Thread.onSpinWait();
      return number + (int) NUMBER.invokeExact(this);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static void main(String[] args) throws Exception {
    MethodHandleFields it = new MethodHandleFields();
    Threads.together(it::write, () -> Check.same(8, it.read()));
  }
}
