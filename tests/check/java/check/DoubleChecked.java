package check;

/** Double-checked locking without volatile, and with. */
public class DoubleChecked {
  private static DoubleChecked broken; // expect: check.DoubleChecked.broken
  private static volatile DoubleChecked right;
  private int size;

  DoubleChecked() {
    size = 3;
  }

  static DoubleChecked broken() {
    if (broken == null) {
      synchronized (DoubleChecked.class) {
        if (broken == null) {
          broken = new DoubleChecked();
        }
      }
    }
    return broken;
  }

  static DoubleChecked right() {
    DoubleChecked result = right;
    if (result == null) {
      synchronized (DoubleChecked.class) {
        result = right;
        if (result == null) {
          right = result = new DoubleChecked();
        }
      }
    }
    return result;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(broken().size + right().size)).start();
    }
  }
}
