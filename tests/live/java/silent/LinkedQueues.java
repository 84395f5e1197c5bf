package silent;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import support.Check;
import support.Threads;

/** Non-blocking queues: what was offered is handed over to who polls or peeks it. */
public class LinkedQueues {
  static final class Node {
    int value;
  }

  static int through(Queue<Node> queue) throws InterruptedException {
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 1; i <= 50; i++) {
            Node node = new Node();
            node.value = i;
            queue.add(node);
          }
        },
        () -> {
          for (int i = 1; i <= 50; i++) {
            while (queue.isEmpty()) Thread.onSpinWait();
            sum[0] += queue.peek().value;
            queue.poll().value = 0;
          }
        });
    return sum[0];
  }

  public static void main(String[] args) throws Exception {
    Check.result(2550, through(new ConcurrentLinkedQueue<>()) + through(new ConcurrentLinkedDeque<>()));
  }
}
