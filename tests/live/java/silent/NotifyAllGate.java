package silent;

import support.Check;
import support.Threads;

/** A gate of one's own: many wait, one opens; what was written before the opening is read without the lock after it. */
public class NotifyAllGate {
  private boolean open;
  static int data;

  synchronized void await() throws InterruptedException {
    while (!open) wait();
  }

  synchronized void open() {
    open = true;
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    NotifyAllGate gate = new NotifyAllGate();
    Threads.Body reader = () -> {
      gate.await();
      Check.same(42, data);
    };
    Threads.together(reader, reader, () -> {
      data = 42;
      gate.open();
    });
    Check.result(42, data);
  }
}
