package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Whether hot code passes over its accesses (src/agent/phases.h says when).
 *
 * <p>For the optimising compiler the answer is a constant: in a quiet phase the checks are not there at all, so they
 * hinder neither inlining nor escape analysis. When the phase changes, the JVM throws away what was compiled with the
 * old answer. Code that is interpreted or compiled for the time being never passes over anything. This class stands in
 * its package for one method that tells the two apart.
 */
public final class RaddlePhase {
  private static final boolean WANTED = wanted0();
  @Stable private static final Object[] EITHER = {new Object(), new Object()};

  /** There has been a quiet phase. Before that nobody asks RaddleLoud, which takes long to initialise. */
  @Stable private static boolean begun;

  private RaddlePhase() {}

  // What asks, at a place in woven code.
  public static final int QUIET = 0;  // optimised code, which passes over its accesses
  public static final int LOUD = 1;  // optimised code, which does not
  public static final int COLD = 2;  // any other

  /**
   * The place is a constant where woven code was compiled together with what it calls. It is not where only the latter
   * was, for callers that may be cold.
   *
   * <p>All in one method, as isQuiet() is: each that the optimising compiler has to look into, though nothing may come of it, counts
   * towards what it is willing to inline of the program.
   */
  @ForceInline
  public static int at(int place) {
    if (!MethodHandleImpl.isCompileConstant(EITHER[place & 1])) return COLD;
    return WANTED && begun && RaddleLoud.SITE.target != RaddleLoud.YES ? QUIET : LOUD;
  }

  @ForceInline
  public static boolean isQuiet(int place) {
    return WANTED && begun && MethodHandleImpl.isCompileConstant(EITHER[place & 1]) && RaddleLoud.SITE.target != RaddleLoud.YES;
  }

  /** Called by the agent. */
  static void set(boolean loud) {
    int inside = RaddleSync.enter();
    RaddleLoud.set(loud);
    begun = true;
    RaddleSync.leave(inside);
  }

  /** Whether there are phases at all. */
  private static native boolean wanted0();
}
