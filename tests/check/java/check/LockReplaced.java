package check;

/** A lock field that is replaced does not guard. */
public class LockReplaced {
  private Object lock = new Object(); // expect: check.LockReplaced.lock
  private int value; // expect: check.LockReplaced.value

  void add() {
    synchronized (lock) {
      lock = new Object();
      value++;
    }
  }

  public static void main(String[] args) {
    LockReplaced shared = new LockReplaced();
    new Thread(shared::add).start();
    new Thread(shared::add).start();
  }
}
