package racing;

import support.Threads;

/** A spin lock on an ordinary field. */
public class BrokenSpinLock {
  static boolean taken;  // expect: observed racing.BrokenSpinLock.taken
  static int count;  // may: racing.BrokenSpinLock.count

  static void bump() {
    if (!taken) {
      taken = true;
      count++;
      taken = false;
    } else {
      count++;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(BrokenSpinLock::bump, BrokenSpinLock::bump);
  }
}
