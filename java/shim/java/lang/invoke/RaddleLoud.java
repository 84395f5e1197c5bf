package java.lang.invoke;

/**
 * The phase as the optimising compiler sees it: a constant. The compiler notes which compiled code depends on it.
 *
 * <p>The constant is the target of a call site that is never called. The compiler takes this field for a constant, and
 * is told when it changes. Calling the site would give the same answer, but would make the compiler inline half a dozen
 * methods at each check.
 */
final class RaddleLoud {
  static final MethodHandle YES = MethodHandles.constant(boolean.class, true);
  private static final MethodHandle NO = MethodHandles.constant(boolean.class, false);
  static final MutableCallSite SITE = new MutableCallSite(YES);

  private RaddleLoud() {}

  static void set(boolean loud) {
    SITE.setTarget(loud ? YES : NO);
  }
}
