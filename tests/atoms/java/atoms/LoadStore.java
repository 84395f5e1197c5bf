package atoms;

import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;

/** What is written depends on what was read. */
class LoadStore {
  static int total;
  volatile long hits;
  int count;
  BigInteger sum = BigInteger.ZERO;
  Node head;
  final int[] cells = new int[8];
  final AtomicInteger atomic = new AtomicInteger();

  static class Node {
    final int value;
    final Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static void ofAStatic(int n) {
    total += n;
  }

  void ofAVolatile() {
    hits++;
  }

  void throughLocals(int n) {
    int old = count;
    int scaled = old * 2;
    if (n > 3) scaled += n;
    count = scaled;
  }

  void throughACall(BigInteger n) {
    sum = sum.add(n);
  }

  void throughAConstructor(int value) {
    head = new Node(value, head);
  }

  void ofAnElement(int i) {
    cells[i] += i;
  }

  void ofAnAtomic() {
    atomic.set(atomic.get() + 1);
  }

  void ofAnotherObject(LoadStore other) {
    other.count = other.count + 1;
  }

  void onSomeWays(int n) {
    int old = count;
    if (n > 0) {
      count = old + n;
    } else if (n < -1) {
      count = old - n;
    } else {
      System.out.println("as it was");
    }
    System.out.println(n);
  }

  // Nothing here.
  void noneOfItsOwn(int n) {
    LoadStore own = new LoadStore();
    own.count += n;
  }

  void noDependence(int n) {
    System.out.println(count);
    count = n;
  }

  void compareAndSet() {
    int old;
    do {
      old = atomic.get();
    } while (!atomic.compareAndSet(old, old + 1));
  }

  LoadStore() {
    count += 1;
  }

  static {
    total += 2;
  }
}
