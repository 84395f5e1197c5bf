package check;

/** A plain stop flag, and a volatile one. */
public class StoppedByFlag {
  private boolean plain; // expect: check.StoppedByFlag.plain
  private volatile boolean seen;

  void work() {
    while (!plain && !seen) {
      Thread.onSpinWait();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StoppedByFlag shared = new StoppedByFlag();
    Thread worker = new Thread(shared::work);
    worker.start();
    shared.plain = true;
    shared.seen = true;
    worker.join();
  }
}
