package silent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VolatileCallSite;
import support.Check;
import support.Threads;

/** A call site whose target is volatile: who is called by the new one comes behind whoever has set it. */
public class CallSites {
  static int plain;

  static boolean isSet(MethodHandle invoker) {
    try {
      return (int) invoker.invokeExact() != 0;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static void main(String[] args) throws Exception {
    VolatileCallSite site = new VolatileCallSite(MethodHandles.constant(int.class, 0));
    MethodHandle invoker = site.dynamicInvoker();
    Threads.together(
        () -> {
          plain = 1;
          site.setTarget(MethodHandles.constant(int.class, 1));
        },
        () -> {
          while (!isSet(invoker)) Thread.onSpinWait();
          plain++;
        });
    Check.result(2, plain);
  }
}
