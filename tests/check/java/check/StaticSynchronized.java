package check;

/** A static synchronized method and a block on the class: the same monitor, nothing. */
public class StaticSynchronized {
  static int total;

  static synchronized void add() {
    total++;
  }

  public static void main(String[] args) {
    new Thread(StaticSynchronized::add).start();
    new Thread(() -> {
      synchronized (StaticSynchronized.class) {
        total--;
      }
    }).start();
  }
}
