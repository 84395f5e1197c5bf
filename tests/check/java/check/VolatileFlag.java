package check;

/** Volatile and final fields: nothing. */
public class VolatileFlag {
  volatile boolean stop;
  final int limit = 10;

  public static void main(String[] args) {
    VolatileFlag shared = new VolatileFlag();
    new Thread(() -> {
      while (!shared.stop && shared.limit > 3) {
        Thread.onSpinWait();
      }
    }).start();
    shared.stop = true;
  }
}
