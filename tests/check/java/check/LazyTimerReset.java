package check;

/** As LazyTimer, but it can be forgotten, and then another one is started. */
public class LazyTimerReset extends Thread {
  private static LazyTimerReset instance;
  private static int ticks; // expect: check.LazyTimerReset.ticks

  static synchronized LazyTimerReset get() {
    if (instance == null) {
      instance = new LazyTimerReset();
      instance.start();
    }
    return instance;
  }

  static synchronized void forget() {
    instance = null;
  }

  @Override
  public void run() {
    while (true) {
      ticks++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(
              () -> {
                LazyTimerReset.get();
                forget();
              })
          .start();
    }
  }
}
