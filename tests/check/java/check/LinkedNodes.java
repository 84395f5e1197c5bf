package check;

/** A linked stack under one lock: nothing. Its size is read without: found. */
public class LinkedNodes {
  static class Node {
    final int value;
    Node next;

    Node(int value) {
      this.value = value;
    }
  }

  private Node head;
  private int size; // expect: check.LinkedNodes.size

  synchronized void push(int value) {
    Node node = new Node(value);
    node.next = head;
    head = node;
    size++;
  }

  synchronized int pop() {
    Node node = head;
    if (node == null) {
      return -1;
    }
    head = node.next;
    size--;
    return node.value;
  }

  int size() {
    return size;
  }

  public static void main(String[] args) {
    LinkedNodes stack = new LinkedNodes();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        stack.push(1);
        stack.pop();
        stack.size();
      }).start();
    }
  }
}
