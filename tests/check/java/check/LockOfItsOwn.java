package check;

/** Every worker locks its own lock around what all share: the may-alias shortcut of Chord would hide it. */
public class LockOfItsOwn implements Runnable {
  static int total; // expect: check.LockOfItsOwn.total
  private final Object lock = new Object();

  @Override
  public void run() {
    synchronized (lock) {
      total++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(new LockOfItsOwn()).start();
    }
  }
}
