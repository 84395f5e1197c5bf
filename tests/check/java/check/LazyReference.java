package check;

/** As LazyBlock, but the threads that ask for it run the method itself. */
public class LazyReference extends Thread {
  private static volatile LazyReference instance;
  private int ticks;

  static LazyReference get() {
    if (instance == null) {
      synchronized (LazyReference.class) {
        if (instance == null) {
          LazyReference made = new LazyReference();
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
      new Thread(LazyReference::get).start();
    }
  }
}
