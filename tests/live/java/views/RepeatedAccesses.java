package views;

import support.Threads;

/** What is read again, in another block, belongs to that block's view too, however often it was read before. */
public class RepeatedAccesses {
  // expect: {a,b} {a} {b}
  // expect: {c,d} {c} {d}
  // expect: {g,h} {g} {h}
  static final class Shared {
    int a;
    int b;
    int c;
    int d;
    int e;
    int f;
    int g;
    int h;

    void together() {
      synchronized (this) {
        a++;
        b++;
      }
      synchronized (this) {
        c++;
        d++;
      }
      synchronized (this) {
        e++;
        f++;
      }
      synchronized (this) {
        g++;
        h++;
      }
    }

    /** Read before without the lock. */
    int readBefore() {
      int sum = a + b;
      synchronized (this) {
        sum += a + a;
      }
      synchronized (this) {
        sum += b + b;
      }
      return sum;
    }

    /** Many blocks, each of them one more round. */
    int rounds() {
      int sum = 0;
      for (int i = 0; i < 3; i++) {
        synchronized (this) {
          sum += c;
        }
      }
      for (int i = 0; i < 3; i++) {
        synchronized (this) {
          d = sum;
          d++;
        }
      }
      return sum;
    }

    /** No conflict: the second view has what the first has. It would be one, were e not read there. */
    int readAgain() {
      int first;
      synchronized (this) {
        first = e;
      }
      synchronized (this) {
        return first - e + f;
      }
    }

    /** One straight stretch of code, with a loop of its own in each block. */
    int loops() {
      int sum = 0;
      synchronized (this) {
        for (int i = 0; i < 3; i++) sum += g;
      }
      synchronized (this) {
        for (int i = 0; i < 3; i++) sum += h;
      }
      return sum;
    }
  }

  public static void main(String[] args) throws Exception {
    Shared shared = new Shared();
    Object schedule = new Object();
    boolean[] done = new boolean[1];
    Threads.together(
        () -> {
          shared.readBefore();
          shared.rounds();
          shared.readAgain();
          shared.loops();
          synchronized (schedule) {
            done[0] = true;
          }
        },
        () -> {
          for (boolean over = false; !over; ) {
            synchronized (schedule) {
              over = done[0];
            }
          }
          shared.together(); // what is never written once it is shared would be a constant
        });
  }
}
