package check;

/** A static counter behind an instance method that is synchronised: each object has a monitor of its own. */
public class StaticCounter implements Runnable {
  private static int total; // expect: check.StaticCounter.total

  @Override
  public void run() {
    up();
  }

  synchronized void up() {
    total++;
  }

  public static void main(String[] args) {
    new Thread(new StaticCounter()).start();
    new Thread(new StaticCounter()).start();
  }
}
