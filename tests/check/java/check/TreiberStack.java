package check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Who fails to put its node in front still has it to itself, and sets it up anew. */
public class TreiberStack {
  static class Node {
    final int value;
    Node next;
    int tries;

    Node(int value) {
      this.value = value;
    }
  }

  static class ByReference {
    private final AtomicReference<Node> head = new AtomicReference<>();

    void push(int value) {
      Node node = new Node(value);
      do {
        node.next = head.get();
      } while (!head.compareAndSet(node.next, node));
    }

    Node pop() {
      for (;;) {
        Node top = head.get();
        if (top == null || head.compareAndSet(top, top.next)) return top;
      }
    }
  }

  static class ByHandle {
    private static final VarHandle HEAD;

    static {
      try {
        HEAD = MethodHandles.lookup().findVarHandle(ByHandle.class, "head", Node.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private volatile Node head;

    void push(int value) {
      Node node = new Node(value);
      for (;;) {
        Node top = head;
        node.next = top;
        node.tries++;
        if (HEAD.compareAndSet(this, top, node)) return;
      }
    }

    Node pop() {
      Node top;
      do {
        top = head;
      } while (top != null && !HEAD.compareAndSet(this, top, top.next));
      return top;
    }
  }

  public static void main(String[] args) {
    ByReference references = new ByReference();
    ByHandle handles = new ByHandle();
    ArrayBlockingQueue<Node> queue = new ArrayBlockingQueue<>(1);
    for (int i = 0; i < 3; i++) {
      int n = i;
      new Thread(() -> {
        references.push(n);
        handles.push(n);
        Node node = new Node(n);
        if (!queue.offer(node)) node.tries++;
        Node top = references.pop();
        Node other = handles.pop();
        Node head = queue.peek();
        System.out.println((top == null ? 0 : top.value) + (other == null ? 0 : other.tries) + (head == null ? 0 : head.tries));
      }).start();
    }
  }
}
