package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;

/** The phase as the optimising compiler sees it: a constant, on which it makes all depend that it compiles with it. */
final class RaddleLoud {
  private static final MethodHandle YES = MethodHandles.constant(boolean.class, true);
  private static final MethodHandle NO = MethodHandles.constant(boolean.class, false);
  private static final MutableCallSite SITE = new MutableCallSite(YES);
  private static final MethodHandle LOUD = SITE.dynamicInvoker();

  private RaddleLoud() {}

  @ForceInline
  static boolean isLoud() {
    try {
      return (boolean) LOUD.invokeExact();
    } catch (Throwable never) {
      return true;
    }
  }

  static void set(boolean loud) {
    SITE.setTarget(loud ? YES : NO);
  }
}
