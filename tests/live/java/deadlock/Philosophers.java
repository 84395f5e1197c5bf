package deadlock;

import support.Threads;

/** Five philosophers, each of whom takes the left fork first; they dine one at a time. */
public class Philosophers {
  static final class Fork {}  // expect: predicted deadlock.Philosophers$Fork

  static final Object schedule = new Object();
  static int turn;

  static void dine(int seat, Fork left, Fork right) {
    for (; ; ) {
      synchronized (schedule) {
        if (turn == seat) break;
      }
    }
    synchronized (left) {
      synchronized (right) {
        System.out.println(seat);
      }
    }
    synchronized (schedule) {
      turn++;
    }
  }

  public static void main(String[] args) throws Exception {
    Fork[] forks = new Fork[5];
    for (int i = 0; i < 5; ++i) forks[i] = new Fork();
    Threads.Body[] philosophers = new Threads.Body[5];
    for (int i = 0; i < 5; ++i) {
      int seat = i;
      philosophers[i] = () -> dine(seat, forks[seat], forks[(seat + 1) % 5]);
    }
    Threads.together(philosophers);
  }
}
