package check;

/** As LazyTimer without the lock: two threads may both find that there is none. */
public class LazyUnlocked extends Thread {
  private static LazyUnlocked instance; // expect: check.LazyUnlocked.instance
  private static int ticks; // expect: check.LazyUnlocked.ticks

  static void get() {
    if (instance == null) {
      instance = new LazyUnlocked();
      instance.start();
    }
  }

  @Override
  public void run() {
    while (true) {
      ticks++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(LazyUnlocked::get).start();
    }
  }
}
