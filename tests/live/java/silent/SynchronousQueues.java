package silent;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** A queue without room: the putter goes on only when the taker has come, in each of their ways. */
public class SynchronousQueues {
  static int fromTaker;

  public static void main(String[] args) throws Exception {
    SynchronousQueue<int[]> queue = new SynchronousQueue<>();
    Threads.together(
        () -> {
          int[] box = {1};
          queue.put(box);
          int[] second = {2};
          while (!queue.offer(second, 1, TimeUnit.SECONDS)) Thread.onSpinWait();
          int[] third = {3};
          while (!queue.offer(third)) Thread.onSpinWait();
        },
        () -> {
          fromTaker = queue.take()[0];
          int[] box;
          while ((box = queue.poll()) == null) Thread.onSpinWait();
          fromTaker += box[0];
          fromTaker += queue.poll(10, TimeUnit.SECONDS)[0];
        });
    Check.result(6, fromTaker);
  }
}
