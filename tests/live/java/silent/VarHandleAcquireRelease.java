package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** Release writes and acquire reads of a static field. */
public class VarHandleAcquireRelease {
  static final VarHandle STAGE;

  static {
    try {
      STAGE = MethodHandles.lookup().findStaticVarHandle(VarHandleAcquireRelease.class, "stage", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  static int stage;
  static int there;
  static int back;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          there = 1;
          STAGE.setRelease(1);
          while ((int) STAGE.getAcquire() != 2) Thread.onSpinWait();
          Check.result(2, back);
        },
        () -> {
          while ((int) STAGE.getAcquire() != 1) Thread.onSpinWait();
          back = there + 1;
          STAGE.setRelease(2);
        });
  }
}
