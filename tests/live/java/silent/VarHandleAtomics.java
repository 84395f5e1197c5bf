package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** Read-modify-write through VarHandles: of a field, and of an array's elements. */
public class VarHandleAtomics {
  static final VarHandle COUNT;
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(VarHandleAtomics.class, "count", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int count;
  int guarded;

  public static void main(String[] args) throws Exception {
    VarHandleAtomics it = new VarHandleAtomics();
    int[] locks = new int[2];
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        COUNT.getAndAdd(it, 1);
        while (!ELEMENT.compareAndSet(locks, 1, 0, 1)) Thread.onSpinWait();
        it.guarded++;
        ELEMENT.setVolatile(locks, 1, 0);
        while (!ELEMENT.weakCompareAndSetAcquire(locks, 1, 0, 1)) Thread.onSpinWait();
        it.guarded++;
        ELEMENT.setRelease(locks, 1, 0);
      }
    };
    Threads.together(work, work);
    Check.result("100 200", (int) COUNT.getVolatile(it) + " " + it.guarded);
  }
}
