package support;

/** What a program came to. */
public final class Check {
  private Check() {}

  /** Prints the result if it is the one wanted, and throws otherwise. */
  public static void result(Object wanted, Object got) {
    same(wanted, got);
    System.out.println(got);
  }

  public static void same(Object wanted, Object got) {
    if (!wanted.equals(got)) throw new AssertionError(got + ", not " + wanted);
  }
}
