package racing;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import support.Check;
import support.Threads;

/** The producer changes the message after it has put it into the queue. */
public class AfterPut {
  static final class Message {
    int size;  // expect: observed racing.AfterPut$Message.size
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<Message> queue = new LinkedBlockingQueue<>();
    Threads.together(
        () -> {
          Message message = new Message();
          queue.put(message);
          message.size = 3;
        },
        () -> Check.same(true, queue.take().size >= 0));
  }
}
