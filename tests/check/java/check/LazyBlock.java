package check;

/** As LazyTimer, in a synchronized block after a look without the lock. */
public class LazyBlock extends Thread {
  private static volatile LazyBlock instance;
  private int ticks;

  static LazyBlock get() {
    if (instance == null) {
      synchronized (LazyBlock.class) {
        if (instance == null) {
          LazyBlock made = new LazyBlock();
          instance = made;
          made.start();
        }
      }
    }
    return instance;
  }

  @Override
  public void run() {
    while (true) {
      ticks++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(() -> System.out.println(LazyBlock.get())).start();
    }
  }
}
