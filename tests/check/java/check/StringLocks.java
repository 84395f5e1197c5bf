package check;

/** Locks that are different strings, or boxed numbers: nothing in common. */
public class StringLocks {
  private static int count; // expect: check.StringLocks.count
  private static final Object A = new Object();
  private static final Object B = new Object();

  public static void main(String[] args) {
    new Thread(() -> {
      synchronized (A) {
        count++;
      }
    }).start();
    new Thread(() -> {
      synchronized (B) {
        count++;
      }
    }).start();
  }
}
