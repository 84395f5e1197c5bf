package deadlock;

import support.Threads;

/** Five philosophers, one of whom takes the right fork first: no circle. */
public class LeftHanded {
  static final class Fork {}

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
      int other = (seat + 1) % 5;
      philosophers[i] = () -> dine(seat, forks[Math.min(seat, other)], forks[Math.max(seat, other)]);
    }
    Threads.together(philosophers);
  }
}
