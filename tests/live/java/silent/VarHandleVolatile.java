package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** A plain field accessed in volatile mode everywhere is a volatile field. */
public class VarHandleVolatile {
  static final VarHandle READY;

  static {
    try {
      READY = MethodHandles.lookup().findVarHandle(VarHandleVolatile.class, "ready", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  boolean ready;
  int data;

  public static void main(String[] args) throws Exception {
    VarHandleVolatile it = new VarHandleVolatile();
    Threads.together(
        () -> {
          it.data = 42;
          READY.setVolatile(it, true);
        },
        () -> {
          while (!(boolean) READY.getVolatile(it)) Thread.onSpinWait();
          Check.result(42, it.data);
        });
  }
}
