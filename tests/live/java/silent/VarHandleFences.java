package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import support.Check;
import support.HandOver;

/** Accesses that order nothing, with a release fence before the write or an acquire fence after the read. */
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

  static void release(Runnable write) {
    VarHandle.releaseFence();
    write.run();
  }

  static boolean acquire(boolean read) {
    VarHandle.acquireFence();
    return read;
  }

  public static void main(String[] args) throws Exception {
    HandOver.by(() -> release(() -> FLAG.setOpaque(1)), () -> acquire((int) FLAG.getOpaque() == 1));
    // On one side only: the other has a mode that orders.
    HandOver.by(() -> release(() -> FLAG.setOpaque(2)), () -> (int) FLAG.getAcquire() == 2);
    HandOver.by(() -> FLAG.setRelease(3), () -> acquire((int) FLAG.getOpaque() == 3));
    AtomicInteger number = new AtomicInteger();
    HandOver.by(() -> release(() -> number.setPlain(1)), () -> number.get() == 1);
    HandOver.by(() -> number.set(2), () -> acquire(number.getOpaque() == 2));
    Check.result(10, HandOver.writes());
  }
}
