package check;

/** Threads that run a method of their own class, which returns what it made: nobody runs that, but they share it. */
public class ReferenceBody implements Runnable {
  private static ReferenceBody last; // expect: check.ReferenceBody.last
  private int runs;

  static ReferenceBody make() {
    last = new ReferenceBody();
    return last;
  }

  @Override
  public void run() {
    runs++;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(ReferenceBody::make).start();
    }
  }
}
