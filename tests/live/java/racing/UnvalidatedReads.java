package racing;

import java.util.concurrent.locks.StampedLock;
import support.Threads;

/** Optimistic reads that nobody validates, and what is read when the optimist has taken the lock after all. */
public class UnvalidatedReads {
  static final StampedLock LOCK = new StampedLock();
  static int value;  // expect: observed racing.UnvalidatedReads.value
  static int later;  // expect: observed racing.UnvalidatedReads.later

  static int read() {
    long stamp = LOCK.tryOptimisticRead();
    return value;
  }

  static void give(int[] to) {
    long stamp = LOCK.tryOptimisticRead();
    if (stamp == 0 || to.length == 1) LOCK.unlockRead(LOCK.readLock());
    to[0] = later;
  }

  static void set(Runnable body) {
    long stamp = LOCK.writeLock();
    body.run();
    LOCK.unlockWrite(stamp);
  }

  public static void main(String[] args) throws Exception {
    Threads.race(UnvalidatedReads::read, () -> set(() -> value = 1));
    Threads.race(() -> give(new int[1]), () -> set(() -> later = 1));
  }
}
