package java.lang.invoke;

/**
 * The phase as the optimising compiler sees it: a constant, on which it makes all depend that it compiles with it.
 *
 * <p>It is the target of a call site that nobody ever calls. The compiler takes the field for a constant of which it is told
 * when it changes. To call the site would give the same answer, but has the compiler inline half a dozen methods at each check.
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
