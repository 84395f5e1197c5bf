package silent;

import java.util.concurrent.atomic.AtomicReference;
import support.Check;
import support.Threads;

/** A stack of nodes on compareAndSet: pushed by one, popped and used by another. */
public class AtomicReferences {
  static final class Node {
    int value;
    Node next;
  }

  static final AtomicReference<Node> top = new AtomicReference<>();

  static void push(int value) {
    Node node = new Node();
    node.value = value;
    do {
      node.next = top.get();
    } while (!top.compareAndSet(node.next, node));
  }

  static Node pop() {
    Node node;
    do {
      node = top.get();
    } while (node == null || !top.compareAndSet(node, node.next));
    return node;
  }

  public static void main(String[] args) throws Exception {
    int[] sums = new int[2];
    Threads.together(
        () -> {
          for (int i = 1; i <= 60; i++) push(i);
        },
        () -> {
          for (int i = 0; i < 30; i++) sums[0] += pop().value;
        },
        () -> {
          for (int i = 0; i < 30; i++) sums[1] += pop().value;
        });
    Check.result(1830, sums[0] + sums[1]);
  }
}
