package check;

/** Called from outside: a class that says it is not thread-safe is not called by several threads at once. */
// check: --open --api check.NotForSharing
public class NotForSharing {
  @interface NotThreadSafe {}

  public static int size() {
    return 0;
  }

  @NotThreadSafe
  public static class Cursor {
    private int at;

    public void next() {
      at++;
    }
  }
}
