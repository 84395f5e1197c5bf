package racing;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import support.NoEdge;
import support.Threads;

/** Nobody waits to put something into a queue without an end: what was done before something was taken out is not seen. */
public class EndlessQueue {
  static int a; // expect: observed racing.EndlessQueue.a
  static int b; // expect: observed racing.EndlessQueue.b

  static void race(BlockingQueue<String> queue, Runnable touch) throws InterruptedException {
    queue.put("first");
    NoEdge taken = new NoEdge();
    Threads.together(
        () -> {
          touch.run();
          queue.take();
          taken.raise();
        },
        () -> {
          taken.await();
          queue.put("second");
          touch.run();
        });
  }

  public static void main(String[] args) throws Exception {
    race(new LinkedBlockingQueue<>(), () -> a++);
    race(new LinkedBlockingDeque<>(), () -> b++);
  }
}
