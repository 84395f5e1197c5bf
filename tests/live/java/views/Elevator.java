package views;

import support.NoEdge;
import support.Threads;

/**
 * §5: two lifts at one control board, and two symmetrical cases. A lift that stops on its way up may turn, which touches
 * the direction; the one lift does, the other does not; on the way down it is the other way round. Strictly a conflict
 * each; but a branch that is not taken is like a value that is not used.
 */
public class Elevator {
  // expect strictly: {direction,floor,upCalls} {direction,floor} {floor,upCalls}
  // expect strictly: {direction,downCalls,floor} {direction,floor} {direction,floor,upCalls} {downCalls,floor}
  private int direction = 1;
  private int upCalls;
  private int downCalls;
  private int floor;

  synchronized void turn() {
    direction = -direction;
    floor++;
  }

  synchronized void pass() {
    floor++;
  }

  synchronized void stopUp(boolean last) {
    upCalls++;
    floor++;
    if (last) direction = -1;
  }

  synchronized void stopDown(boolean last) {
    downCalls++;
    floor--;
    if (last) direction = 1;
  }

  void ride(boolean toTheTop) {
    turn();
    pass();
    stopUp(toTheTop);
    stopDown(!toTheTop);
  }

  public static void main(String[] args) throws Exception {
    Elevator board = new Elevator();
    NoEdge first = new NoEdge();
    Threads.together(
        () -> {
          board.ride(true);
          first.raise();
        },
        () -> {
          first.await();
          board.ride(false);
        });
  }
}
