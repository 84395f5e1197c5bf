package atomrace;

/** Two writes with nothing to order them but a pause: in a plain run the lock that is taken between them does. */
public class Paused {
  static int value;
  static final Object lock = new Object();

  static void pass() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Thread early = new Thread(() -> {
      value = 1;
      pass();
    });
    early.start();
    Thread.sleep(60);
    pass();
    value = 2;
    early.join();
  }
}
