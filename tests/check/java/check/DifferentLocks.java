package check;

/** Each side has a lock, but not the same one. */
public class DifferentLocks {
  final Object left = new Object();
  final Object right = new Object();
  int value; // expect: check.DifferentLocks.value

  public static void main(String[] args) {
    DifferentLocks shared = new DifferentLocks();
    new Thread(() -> {
      synchronized (shared.left) {
        shared.value++;
      }
    }).start();
    new Thread(() -> {
      synchronized (shared.right) {
        shared.value++;
      }
    }).start();
  }
}
