package learn;

import java.util.concurrent.CountDownLatch;

/** A section that another thread interrupts, every time. Whether that did harm, the first argument says: the status. */
class Interrupted {
  static int hint;
  static final CountDownLatch read = new CountDownLatch(1);
  static final CountDownLatch written = new CountDownLatch(1);

  static void update() throws InterruptedException {
    int old = hint;
    read.countDown();
    written.await();
    hint = old + 1;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      try {
        read.await();
      } catch (InterruptedException e) {
        return;
      }
      hint = 5;
      written.countDown();
    });
    other.start();
    update();
    other.join();
    System.exit(Integer.parseInt(arguments[0]));
  }
}
