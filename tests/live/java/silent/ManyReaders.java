package silent;

import java.util.concurrent.CountDownLatch;
import support.Check;
import support.Threads;

/** One writes, hands over to many at once, all read together, and after all of them one writes again. */
public class ManyReaders {
  static int value;

  public static void main(String[] args) throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(4);
    Threads.Body reader = () -> {
      written.await();
      Check.same(1, value);
      read.countDown();
    };
    Threads.together(reader, reader, reader, reader, () -> {
      value = 1;
      written.countDown();
      read.await();
      value = 2;
    });
    Check.result(2, value);
  }
}
