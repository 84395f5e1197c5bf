package check;

/** The same, set after start. */
public class SetAfterStart implements Runnable {
  private int limit; // expect: check.SetAfterStart.limit

  void setLimit(int to) {
    limit = to;
  }

  @Override
  public void run() {
    for (int i = 0; i < limit; i++) {
      System.out.println(i);
    }
  }

  public static void main(String[] args) {
    SetAfterStart worker = new SetAfterStart();
    new Thread(worker).start();
    worker.setLimit(3);
  }
}
