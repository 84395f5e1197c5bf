package object;

import java.util.concurrent.CountDownLatch;

/** The object is used by another thread before its constructor is done. */
public class WhileConstructing {  // expect: predicted object.WhileConstructing
  private int limit;

  WhileConstructing() throws InterruptedException {
    CountDownLatch used = new CountDownLatch(1);
    Thread early = new Thread(() -> {
      use();
      used.countDown();
    });
    early.start();
    used.await();
    limit = 7;
    early.join();
  }

  void use() {
    if (limit > 7) throw new AssertionError();
  }

  public static void main(String[] args) throws Exception {
    new WhileConstructing().use();
  }
}
