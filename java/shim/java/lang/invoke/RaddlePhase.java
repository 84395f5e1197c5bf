package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;

/**
 * Whether hot code asks about its accesses (src/agent/phases.h says when).
 *
 * <p>For the optimising compiler the answer is a constant: in a quiet phase the checks are not there at all, so they
 * hinder neither inlining nor escape analysis. When the phase changes, the JVM throws away what was compiled with the
 * old answer. Code that is interpreted or compiled for the time being always asks. This class stands in its package for
 * one method that tells the two apart.
 */
public final class RaddlePhase {
  private static final MethodHandle YES = MethodHandles.constant(boolean.class, true);
  private static final MethodHandle NO = MethodHandles.constant(boolean.class, false);
  private static final MutableCallSite SITE = new MutableCallSite(YES);
  private static final MethodHandle LOUD = SITE.dynamicInvoker();

  private RaddlePhase() {}

  @ForceInline
  public static boolean isQuiet() {
    return MethodHandleImpl.isCompileConstant(SITE) && !isLoud();
  }

  @ForceInline
  private static boolean isLoud() {
    try {
      return (boolean) LOUD.invokeExact();
    } catch (Throwable never) {
      return true;
    }
  }

  /** Called by the agent. */
  static void set(boolean loud) {
    SITE.setTarget(loud ? YES : NO);
  }
}
