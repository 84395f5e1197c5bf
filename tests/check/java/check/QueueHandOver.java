package check;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A message is the sender's until it is put, and the receiver's after: nothing. One is touched after: found. */
public class QueueHandOver {
  static class Message {
    int body;
    int late; // expect: check.QueueHandOver$Message.late
  }

  private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>();

  void produce() {
    try {
      for (int i = 0; i < 10; i++) {
        Message message = new Message();
        message.body = i;
        queue.put(message);
        message.late = 1;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void consume() {
    try {
      while (true) {
        Message message = queue.take();
        message.body++;
        System.out.println(message.body + message.late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    QueueHandOver shared = new QueueHandOver();
    new Thread(shared::produce).start();
    for (int i = 0; i < 3; i++) {
      new Thread(shared::consume).start();
    }
  }
}
