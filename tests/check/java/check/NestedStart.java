package check;

/** A thread that starts another and does not wait: main's join orders nothing with the second. */
public class NestedStart {
  private int inner; // expect: check.NestedStart.inner
  private int outer;

  public static void main(String[] args) throws InterruptedException {
    NestedStart shared = new NestedStart();
    Thread first = new Thread(() -> {
      shared.outer = 1;
      new Thread(() -> shared.inner = 2).start();
    });
    first.start();
    first.join();
    System.out.println(shared.outer + shared.inner);
  }
}
