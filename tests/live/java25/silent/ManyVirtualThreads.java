package silent;

import java.util.concurrent.CountDownLatch;
import support.Check;

/** A thousand virtual threads one after another, each started by the one before. */
public class ManyVirtualThreads {
  static int depth;

  static void next(CountDownLatch end) {
    if (++depth == 1000) end.countDown();
    else Thread.startVirtualThread(() -> next(end));
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread.startVirtualThread(() -> next(end));
    end.await();
    Check.result(1000, depth);
  }
}
