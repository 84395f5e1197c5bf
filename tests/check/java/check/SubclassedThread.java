package check;

/** A thread that is its own shared state: main reads it while it runs, and again after join. */
public class SubclassedThread extends Thread {
  private int early; // expect: check.SubclassedThread.early
  private int late;

  @Override
  public void run() {
    early = 1;
    late = 2;
  }

  public static void main(String[] args) throws InterruptedException {
    SubclassedThread thread = new SubclassedThread();
    thread.start();
    System.out.println(thread.early);
    thread.join();
    System.out.println(thread.late);
  }
}
