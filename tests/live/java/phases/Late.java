package phases;

import support.Threads;

/**
 * A deadlock that can happen and a high-level race, both in code that begins when hot code is no longer looked at all the
 * time. Two threads take turns, so nothing does happen.
 */
public final class Late {
  private static final long FIRST = 200_000_000;  // nanoseconds
  private static final long ALL = 1_200_000_000;

  private static final class One {}

  private static final class Other {}

  private final One one = new One();
  private final Other other = new Other();
  private final Object turn = new Object();
  private boolean isFirsts = true;
  private int visits;
  private int width;
  private int height;

  private Late() {}

  public static void main(String[] args) throws Exception {
    Late late = new Late();
    long begin = System.nanoTime();
    Threads.together(() -> late.takeTurns(true, begin), () -> late.takeTurns(false, begin));
  }

  private void takeTurns(boolean first, long begin) {
    for (long since = 0; since < ALL; since = System.nanoTime() - begin) {
      awaitTurn(first);
      if (since > FIRST) {
        if (first) doFirst();
        else doSecond();
      }
      synchronized (turn) {
        isFirsts = !first;
      }
    }
    synchronized (turn) {
      isFirsts = !first;
    }
  }

  private void awaitTurn(boolean first) {
    for (boolean mine = false; !mine; ) {
      synchronized (turn) {
        mine = isFirsts == first;
      }
    }
  }

  private void doFirst() {
    synchronized (one) {
      synchronized (other) {
        visits++;
      }
    }
    synchronized (this) {
      width++;
      height++;
    }
  }

  private void doSecond() {
    synchronized (other) {
      synchronized (one) {
        visits++;
      }
    }
    synchronized (this) {
      width--;
    }
    synchronized (this) {
      height--;
    }
  }
}
