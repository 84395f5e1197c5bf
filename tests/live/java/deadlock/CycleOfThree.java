package deadlock;

import support.Threads;

/** No two of the threads disagree, all three together do. */
public class CycleOfThree {
  static final class Lock {}  // expect: predicted deadlock.CycleOfThree$Lock

  static final Object schedule = new Object();
  static int turn;

  /** The order in which a lock happens to be taken excuses nothing. */
  static void inTurn(int number, Runnable body) {
    for (; ; ) {
      synchronized (schedule) {
        if (turn == number) break;
      }
    }
    body.run();
    synchronized (schedule) {
      turn++;
    }
  }

  static void nested(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Lock a = new Lock();
    Lock b = new Lock();
    Lock c = new Lock();
    Threads.together(
        () -> inTurn(0, () -> nested(a, b)), () -> inTurn(1, () -> nested(b, c)), () -> inTurn(2, () -> nested(c, a)));
  }
}
