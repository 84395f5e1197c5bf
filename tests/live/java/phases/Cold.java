package phases;

/**
 * Code that is never compiled, while hot code is looked at and passed over by turns: each of its races is found. In between
 * the JVM is made to compile what that code calls to tell of its accesses, by itself, for callers of any temperature.
 */
public final class Cold {
  private static final int WARM_UPS = 20_000;
  private static final int RACES = 80;

  int value;

  private Cold() {}

  static void touch(Cold box) {
    box.value = 1; // counted
  }

  public static void main(String[] args) throws Exception {
    Cold own = new Cold();
    for (int i = 0; i < RACES; i++) {
      for (int k = 0; k < WARM_UPS; k++) touch(own);
      Cold box = new Cold();
      Thread one = new Thread(() -> touch(box));
      Thread other = new Thread(() -> touch(box));
      one.start();
      other.start();
      one.join();
      other.join();
    }
  }
}
