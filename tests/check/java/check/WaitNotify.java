package check;

/** A value handed over under a monitor with wait and notify: nothing. */
public class WaitNotify {
  private Object value;
  private boolean full;

  synchronized void put(Object it) throws InterruptedException {
    while (full) {
      wait();
    }
    value = it;
    full = true;
    notifyAll();
  }

  synchronized Object take() throws InterruptedException {
    while (!full) {
      wait();
    }
    full = false;
    notifyAll();
    return value;
  }

  public static void main(String[] args) {
    WaitNotify slot = new WaitNotify();
    new Thread(() -> {
      try {
        slot.put("x");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
    new Thread(() -> {
      try {
        System.out.println(slot.take());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
  }
}
