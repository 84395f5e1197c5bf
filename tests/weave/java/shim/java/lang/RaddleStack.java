package java.lang;

/** Stands in for the shim's class of that name: there is always stack left. */
public final class RaddleStack {
  private RaddleStack() {}

  public static void forHook() {}
}
