package racing;

import java.util.concurrent.CountDownLatch;
import support.Check;
import support.NoEdge;
import support.Threads;

/** join with a timeout that ran out: the thread is still at it. */
public class TimedOutJoin {
  static int result;  // expect: observed racing.TimedOutJoin.result

  public static void main(String[] args) throws Exception {
    NoEdge written = new NoEdge();
    CountDownLatch end = new CountDownLatch(1);
    Thread worker = Threads.start(() -> {
      result = 1;
      written.raise();
      end.await();
    });
    written.await();
    worker.join(1);
    Check.same(1, result);
    end.countDown();
    worker.join();
  }
}
