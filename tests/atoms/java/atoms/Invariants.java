package atoms;

/** With --kinds invariant only: accesses that follow each other. */
class Invariants {
  int low;
  int high;

  int reads() {
    return low + 2 * low;
  }

  int writeThenRead(int n) {
    low = n;
    return low;
  }

  void twice(int n) {
    high = 0;
    high = n;
  }

  void readThenWrite(int n) {
    System.out.println(high);
    high = n;
  }

  private int peek() {
    return low;
  }

  int acrossCalls() {
    return peek() - peek();
  }

  int loop() {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += low; // the entry itself: not listed
    return sum;
  }
}
