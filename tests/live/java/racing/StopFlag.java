package racing;

import support.Threads;

/** A stop flag that is not volatile. */
public class StopFlag {
  private boolean stopped;  // expect: observed racing.StopFlag.stopped
  int turns;

  void loop() {
    for (int i = 0; i < 1000 && !stopped; i++) turns++;
  }

  public static void main(String[] args) throws Exception {
    StopFlag it = new StopFlag();
    Threads.together(it::loop, () -> it.stopped = true);
  }
}
