package silent;

import support.Check;
import support.Threads;

/** Two threads that take turns by timed waits, the turn and the data under one monitor. */
public class WaitTimed {
  int turn;
  int data;

  synchronized void play(int me) throws InterruptedException {
    while (turn != me) {
      if (me == 0) wait(1000);
      else wait(1000, 1);
    }
    data = data * 3 + me;
    turn = 1 - me;
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    WaitTimed game = new WaitTimed();
    Threads.together(
        () -> {
          for (int i = 0; i < 5; i++) game.play(0);
        },
        () -> {
          for (int i = 0; i < 5; i++) game.play(1);
        });
    Check.result(7381, game.data);
  }
}
