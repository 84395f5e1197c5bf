package check;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A node that is changed after it was put in front, or whether it was or not. */
public class TreiberLate {
  static class Node {
    Node next;
    int late; // expect: check.TreiberLate$Node.late
    int whether; // expect: check.TreiberLate$Node.whether
    int offered; // expect: check.TreiberLate$Node.offered
  }

  static final AtomicReference<Node> HEAD = new AtomicReference<>();

  public static void main(String[] args) {
    ArrayBlockingQueue<Node> queue = new ArrayBlockingQueue<>(1);
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        Node node = new Node();
        Node top;
        do {
          top = HEAD.get();
          node.next = top;
        } while (!HEAD.compareAndSet(top, node));
        node.late = 1;
        Node other = new Node();
        HEAD.compareAndSet(top, other);
        other.whether = 1;
        Node third = new Node();
        if (queue.offer(third)) third.offered = 1;
        Node head = HEAD.get();
        Node first = queue.peek();
        System.out.println(head.late + head.whether + (first == null ? 0 : first.offered));
      }).start();
    }
  }
}
