package object;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import support.Threads;

/**
 * §5.1: four lifts poll a control board. The board is locked, the lifts are set up by the starter and then run by their
 * threads (second owners); but each prints, for debugging, the length of its neighbour's list of passengers.
 */
public class Elevator {
  static final int LIFTS = 4;

  static final class Board {
    private final int[] waiting = {5, 3, 8, 2};

    synchronized int next(int lift) {
      for (int i = 0; i < LIFTS; ++i) {
        int floor = (lift + i) % LIFTS;
        if (waiting[floor] > 0) {
          waiting[floor]--;
          return floor;
        }
      }
      return -1;
    }
  }

  static final class Lift {
    final List<Integer> passengers = new ArrayList<>();  // expect: predicted java.util.ArrayList
    private int floor;
    private int moves;

    void move(int to) {
      moves += Math.abs(to - floor);
      floor = to;
      synchronized (passengers) {
        passengers.add(to);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Board board = new Board();
    Lift[] lifts = new Lift[LIFTS];
    for (int i = 0; i < LIFTS; ++i) lifts[i] = new Lift();
    CyclicBarrier all = new CyclicBarrier(LIFTS);
    Threads.Body[] bodies = new Threads.Body[LIFTS];
    for (int i = 0; i < LIFTS; ++i) {
      int number = i;
      bodies[i] = () -> {
        for (int floor = board.next(number); floor >= 0; floor = board.next(number)) lifts[number].move(floor);
        for (int report = 0; report < 2; ++report) {
          all.await();
          if (lifts[(number + 1) % LIFTS].passengers.size() > 20) throw new AssertionError();
          all.await();
          lifts[number].move(0);
        }
        all.await();
      };
    }
    Threads.together(bodies);
  }
}
