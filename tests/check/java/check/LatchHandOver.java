package check;

import java.util.concurrent.CountDownLatch;

/** Written before countDown, read after await: nothing. Written after countDown: found. */
public class LatchHandOver {
  private int before;
  private int after; // expect: check.LatchHandOver.after

  public static void main(String[] args) throws InterruptedException {
    LatchHandOver shared = new LatchHandOver();
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      shared.before = 1;
      done.countDown();
      shared.after = 2;
    }).start();
    done.await();
    System.out.println(shared.before + shared.after);
  }
}
