package check;

/** A worker that is interrupted and joined: what it left behind is read after that. */
public class Interrupted {
  private int left;
  private int peeked; // expect: check.Interrupted.peeked

  void work() {
    while (!Thread.currentThread().isInterrupted()) {
      left++;
      peeked++;
    }
  }

  public static void main(String[] args) throws Exception {
    Interrupted shared = new Interrupted();
    Thread worker = new Thread(shared::work);
    worker.start();
    System.out.println(shared.peeked);
    worker.interrupt();
    worker.join();
    System.out.println(shared.left);
  }
}
