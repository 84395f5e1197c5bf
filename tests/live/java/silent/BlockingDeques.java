package silent;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Both ends of a blocking deque, as a queue and as a stack. */
public class BlockingDeques {
  public static void main(String[] args) throws Exception {
    BlockingDeque<int[]> deque = new LinkedBlockingDeque<>(4);
    Threads.together(
        () -> {
          for (int i = 1; i <= 40; i++) {
            int[] box = {i};
            if (i % 2 == 0) deque.putFirst(box);
            else while (!deque.offerLast(box)) Thread.onSpinWait();
          }
        },
        () -> {
          int sum = 0;
          for (int i = 1; i <= 40; i++) {
            int[] box;
            if (i % 3 == 0) box = deque.takeLast();
            else while ((box = deque.pollFirst(1, TimeUnit.SECONDS)) == null) Thread.onSpinWait();
            box[0]++;
            sum += box[0];
          }
          Check.result(860, sum);
        });
  }
}
