package check;

/** Fields set before start are the thread's to read: nothing. */
public class SetBeforeStart implements Runnable {
  private int limit;
  private String name;

  void setLimit(int to) {
    limit = to;
  }

  @Override
  public void run() {
    for (int i = 0; i < limit; i++) {
      System.out.println(name);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SetBeforeStart worker = new SetBeforeStart();
    worker.setLimit(3);
    worker.name = "w";
    Thread thread = new Thread(worker);
    thread.start();
    thread.join();
    worker.setLimit(4);
  }
}
