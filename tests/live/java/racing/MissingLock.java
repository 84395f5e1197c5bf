package racing;

import support.Threads;

/** Nobody takes a lock. */
public class MissingLock {
  static int total;  // expect: observed racing.MissingLock.total

  public static void main(String[] args) throws Exception {
    Threads.together(() -> total++, () -> total++);
  }
}
