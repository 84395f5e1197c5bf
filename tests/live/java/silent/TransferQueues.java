package silent;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import support.Check;
import support.Threads;

/** transfer() returns when the element has been taken. */
public class TransferQueues {
  public static void main(String[] args) throws Exception {
    TransferQueue<StringBuilder> queue = new LinkedTransferQueue<>();
    Threads.together(
        () -> {
          StringBuilder text = new StringBuilder("a");
          text.append("b");
          queue.transfer(text);
          StringBuilder more = new StringBuilder("c");
          while (!queue.tryTransfer(more, 1, TimeUnit.SECONDS)) Thread.onSpinWait();
        },
        () -> {
          StringBuilder text = queue.take();
          text.append(queue.take());
          Check.result("abc", text.toString());
        });
  }
}
