package silent;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Fresh objects through each kind of blocking queue, by each pair of methods that hand over. */
public class BlockingQueues {
  static final class Message implements Comparable<Message> {
    int value;

    @Override
    public int compareTo(Message other) {
      return 0;
    }
  }

  static int through(BlockingQueue<Message> queue) throws InterruptedException {
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 1; i <= 30; i++) {
            Message message = new Message();
            message.value = i;
            if (i % 3 == 0) queue.put(message);
            else if (i % 3 == 1) while (!queue.offer(message, 1, TimeUnit.SECONDS)) Thread.onSpinWait();
            else while (!queue.offer(message)) Thread.onSpinWait();
          }
        },
        () -> {
          for (int i = 1; i <= 30; i++) {
            Message message;
            if (i % 3 == 0) message = queue.take();
            else if (i % 3 == 1) while ((message = queue.poll(1, TimeUnit.SECONDS)) == null) Thread.onSpinWait();
            else while ((message = queue.poll()) == null) Thread.onSpinWait();
            sum[0] += message.value++;
          }
        });
    return sum[0];
  }

  public static void main(String[] args) throws Exception {
    int sum = through(new ArrayBlockingQueue<>(4));
    sum += through(new LinkedBlockingQueue<>());
    sum += through(new LinkedBlockingQueue<>(2));
    sum += through(new PriorityBlockingQueue<>());
    sum += through(new LinkedBlockingDeque<>(3));
    sum += through(new LinkedTransferQueue<>());
    Check.result(6 * 465, sum);
  }
}
