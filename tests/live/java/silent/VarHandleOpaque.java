package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** Opaque accesses of one variable by many threads are no data race, though they order nothing. */
public class VarHandleOpaque {
  static final VarHandle PROGRESS;

  static {
    try {
      PROGRESS = MethodHandles.lookup().findStaticVarHandle(VarHandleOpaque.class, "progress", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  static int progress;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 1; i <= 100; i++) PROGRESS.setOpaque(i);
        },
        () -> {
          while ((int) PROGRESS.getOpaque() < 100) Thread.onSpinWait();
        });
    Check.result(100, (int) PROGRESS.getOpaque());
  }
}
