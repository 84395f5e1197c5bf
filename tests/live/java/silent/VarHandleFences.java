package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** Opaque accesses with a release fence before the write and an acquire fence after the read. */
public class VarHandleFences {
  static final VarHandle FLAG;

  static {
    try {
      FLAG = MethodHandles.lookup().findStaticVarHandle(VarHandleFences.class, "flag", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  static int flag;
  static int data;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          data = 42;
          VarHandle.releaseFence();
          FLAG.setOpaque(1);
        },
        () -> {
          while ((int) FLAG.getOpaque() == 0) Thread.onSpinWait();
          VarHandle.acquireFence();
          Check.result(42, data);
        });
  }
}
