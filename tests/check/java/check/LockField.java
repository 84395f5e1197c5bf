package check;

/** A lock in a final field of the object: nothing. */
public class LockField {
  private final Object lock = new Object();
  private int value;

  void add() {
    synchronized (lock) {
      value++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      LockField shared = new LockField();
      new Thread(shared::add).start();
      new Thread(shared::add).start();
    }
  }
}
