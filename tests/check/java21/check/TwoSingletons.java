package check;

/** Double-checked locking with a volatile field, and without. */
public class TwoSingletons {
  private static volatile TwoSingletons right;
  private static TwoSingletons wrong; // expect: check.TwoSingletons.wrong
  private int value;

  private TwoSingletons() {
    value = 42;
  }

  static TwoSingletons right() {
    TwoSingletons seen = right;
    if (seen == null) {
      synchronized (TwoSingletons.class) {
        seen = right;
        if (seen == null) right = seen = new TwoSingletons();
      }
    }
    return seen;
  }

  static TwoSingletons wrong() {
    if (wrong == null) {
      synchronized (TwoSingletons.class) {
        if (wrong == null) wrong = new TwoSingletons();
      }
    }
    return wrong;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(right().value + wrong().value)).start();
    }
  }
}
