package support;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A signal that makes a thread wait for another and orders nothing else: the flag is read and written in opaque mode,
 * which by the Java memory model is coherent and makes progress but gives no happens-before edge. A program uses it to
 * force the schedule that has the race, so that a data race is there in every run.
 *
 * <p>Nothing else may happen between two racing accesses: a library call that goes through a concurrent map or a lock
 * could order them after all. So the class is warmed up: its call sites are linked when it is initialised.
 */
public final class NoEdge {
  private static final VarHandle RAISED;

  static {
    try {
      RAISED = MethodHandles.lookup().findVarHandle(NoEdge.class, "raised", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
    NoEdge warm = new NoEdge();
    warm.raise();
    warm.await();
  }

  private boolean raised;

  public void raise() {
    RAISED.setOpaque(this, true);
  }

  public void await() {
    while (!(boolean) RAISED.getOpaque(this)) Thread.onSpinWait();
  }
}
