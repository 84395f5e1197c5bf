package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Whether hot code passes over its accesses (src/agent/phases.h says when).
 *
 * <p>For the optimising compiler the answer is a constant. In a quiet phase, that is when accesses are passed over, the
 * checks vanish, so they hinder neither inlining nor escape analysis. When the phase changes, the JVM throws away the
 * code that was compiled with the old answer. Code that is interpreted or compiled for the time being never passes over
 * anything. This class is in java.lang.invoke because the one method that tells the two kinds of code apart is there.
 */
public final class RaddlePhase {
  private static final boolean WANTED = wanted0();
  @Stable private static final Object[] EITHER = {new Object(), new Object()};

  /** There has been a quiet phase. Before the first one, nobody asks RaddleLoud, which takes long to initialise. */
  @Stable private static boolean begun;

  private RaddlePhase() {}

  // The kind of code that asks, at a place in woven code.
  public static final int QUIET = 0;  // optimised code that passes over its accesses
  public static final int LOUD = 1;  // optimised code that does not
  public static final int COLD = 2;  // any other

  /**
   * The place is a constant if woven code was compiled together with what it calls. It is not if only the called method
   * was compiled, for callers that may be cold.
   *
   * <p>Everything is in one method, as in isQuiet(). Each method that the optimising compiler looks into counts towards
   * the limit of what it inlines of the program, even if no code comes of it.
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
