package check;

/** The same with the object's monitor: nothing. */
public class Guarded {
  int count;

  synchronized void add() {
    count++;
  }

  public static void main(String[] args) {
    Guarded shared = new Guarded();
    new Thread(() -> shared.add()).start();
    new Thread(() -> {
      synchronized (shared) {
        shared.count++;
      }
    }).start();
  }
}
