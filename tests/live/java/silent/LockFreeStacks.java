package silent;

import java.util.concurrent.atomic.AtomicReference;
import support.Check;
import support.Threads;

/** A stack without locks (Treiber's): a node's fields are plain, written before it is pushed and read once it is on. */
public class LockFreeStacks {
  static final class Node {
    int value;
    Node below;
  }

  static final AtomicReference<Node> top = new AtomicReference<>();

  static void push(int value) {
    Node node = new Node();
    node.value = value;
    do {
      node.below = top.get();
    } while (!top.compareAndSet(node.below, node));
  }

  static int pop() {
    for (;;) {
      Node node = top.get();
      if (node == null) return 0;
      if (top.compareAndSet(node, node.below)) return node.value;
    }
  }

  public static void main(String[] args) throws Exception {
    int[] sums = new int[2];
    Threads.together(
        () -> {
          for (int i = 1; i <= 50; i++) push(i);
          for (int i = 0; i < 25; i++) sums[0] += pop();
        },
        () -> {
          for (int i = 51; i <= 100; i++) push(i);
          for (int i = 0; i < 25; i++) sums[1] += pop();
        });
    int rest = 0;
    for (int value = pop(); value != 0; value = pop()) rest += value;
    Check.result(5050, sums[0] + sums[1] + rest);
  }
}
