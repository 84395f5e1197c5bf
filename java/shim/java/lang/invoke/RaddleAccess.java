package java.lang.invoke;

import static java.lang.invoke.MethodHandleImpl.isCompileConstant;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * What woven code calls at an access. This class only returns at once where hot code passes over its accesses
 * (RaddlePhase); Raddle does the rest.
 *
 * <p>The test is whether the compiler knows the thread's block as a constant. Only the stand-in is one, and code that
 * passes over its accesses has the stand-in in place of the block. If such code is compiled in the middle of a loop, it
 * may have a real block; therefore Raddle asks for the phase again.
 *
 * <p>The test is written out in each method on purpose. Each call that the optimising compiler inlines counts towards
 * the limit of what it inlines of the program (NodeCountInliningCutoff), even if no code comes of it. With one more
 * call at each access, to a method that only does the test, the ray tracer of bench/live takes twice its time.
 */
public final class RaddleAccess {
  @Stable private static final Object[] EITHER = {new Object(), new Object()};

  private RaddleAccess() {}

  /** What a woven method keeps in a local: the thread's block or the stand-in. */
  @ForceInline
  public static long threadAt(int place) {
    return RaddlePhase.isQuiet(place) ? Raddle.STAND_IN : Raddle.threadAt(place);
  }

  // ---- instance fields

  @ForceInline
  public static void wasRead(Object o, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1]) || Raddle.OFFSETS.get(site) <= 0) Raddle.wasRead(o, t, site);
  }

  @ForceInline
  public static void write(Object o, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1]) || Raddle.OFFSETS.get(site) <= 0) Raddle.write(o, t, site);
  }

  @ForceInline
  public static void readWord(Object o, long word, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.readWord(o, word, t, site);
  }

  @ForceInline
  public static void writeWord(Object o, long word, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.writeWord(o, word, t, site);
  }

  @ForceInline
  public static boolean isUnseenRead(long word, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenRead(word, t, site);
  }

  @ForceInline
  public static boolean isUnseenRead(long word1, long word2, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenRead(word1, word2, word2, t, site);
  }

  @ForceInline
  public static boolean isUnseenRead(long word1, long word2, long word3, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenRead(word1, word2, word3, t, site);
  }

  @ForceInline
  public static boolean isUnseenWrite(long word, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenWrite(word, t, site);
  }

  @ForceInline
  public static boolean isUnseenWrite(long word1, long word2, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenWrite(word1, word2, word2, t, site);
  }

  @ForceInline
  public static boolean isUnseenWrite(long word1, long word2, long word3, long t, int site) {
    return !isCompileConstant(EITHER[(int) t & 1]) && Raddle.isUnseenWrite(word1, word2, word3, t, site);
  }

  @ForceInline
  public static long fresh(Object o, long t, int site) {
    return isCompileConstant(EITHER[(int) t & 1]) ? 0 : Raddle.fresh(o, t, site);
  }

  // ---- arrays

  @ForceInline
  public static void arrayRead(Object a, int i, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.arrayRead(a, i, t, site);
  }

  @ForceInline
  public static void arrayWrite(Object a, int i, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.arrayWrite(a, i, t, site);
  }

  @ForceInline
  public static RaddleArray arrayRead(Object a, int i, RaddleArray last, long t, int site) {
    return isCompileConstant(EITHER[(int) t & 1]) ? last : Raddle.arrayRead(a, i, last, t, site);
  }

  @ForceInline
  public static RaddleArray arrayWrite(Object a, int i, RaddleArray last, long t, int site) {
    return isCompileConstant(EITHER[(int) t & 1]) ? last : Raddle.arrayWrite(a, i, last, t, site);
  }

  @ForceInline
  public static RaddleArray loopRead(Object a, int first, int last, int step, RaddleArray shadow, long t, int site) {
    if (isCompileConstant(EITHER[(int) t & 1])) return shadow;
    return Raddle.loopRead(a, first, last, step, shadow, t, site);
  }

  @ForceInline
  public static RaddleArray loopWrite(Object a, int first, int last, int step, RaddleArray shadow, long t, int site) {
    if (isCompileConstant(EITHER[(int) t & 1])) return shadow;
    return Raddle.loopWrite(a, first, last, step, shadow, t, site);
  }

  // ---- collections

  @ForceInline
  public static void call(Object o, int method, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.call(o, method, t, site);
  }

  @ForceInline
  public static int beforeCall(Object o, int method, long t, int site) {
    return isCompileConstant(EITHER[(int) t & 1]) ? Raddle.NOT_TOLD : Raddle.beforeCall(o, method, t, site);
  }

  @ForceInline
  public static void behindCall(int result, Object o, int method, int count, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.behindCall(result, o, method, count, t, site);
  }

  @ForceInline
  public static void behindCall(Object result, Object o, int method, int count, long t, int site) {
    if (!isCompileConstant(EITHER[(int) t & 1])) Raddle.behindCall(result, o, method, count, t, site);
  }
}
