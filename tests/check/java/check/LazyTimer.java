package check;

/** One thread, started on first use under a lock: it is not beside itself. */
public class LazyTimer extends Thread {
  private static LazyTimer instance;
  private int ticks;
  private int shared; // expect: check.LazyTimer.shared

  static synchronized LazyTimer get() {
    if (instance == null) {
      instance = new LazyTimer();
      instance.start();
    }
    return instance;
  }

  @Override
  public void run() {
    while (true) {
      ticks++;
      shared++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(() -> System.out.println(LazyTimer.get().shared)).start();
    }
  }
}
