package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * A spin lock. A virtual thread that waits for a monitor may be unmounted, and Raddle is called from the very code that
 * would have to mount it again; a spin lock avoids that. Code under this lock takes no other Java lock and is short.
 */
final class RaddleLock {
  static final RaddleLock CHANGE = new RaddleLock();  // for changes to the shim's tables
  static final RaddleLock ATOMIC = new RaddleLock();  // if both are needed, this one is taken first

  private static final Unsafe U = Raddle.U;
  private static final long TAKEN = U.objectFieldOffset(RaddleLock.class, "taken");
  private static final int SPINS = 200;

  @SuppressWarnings("unused")
  private int taken;

  /** Hooks tell nothing while the lock is held, since they might need it themselves. */
  void lock() {
    Raddle.enter();
    for (int i = 0; !U.compareAndSetInt(this, TAKEN, 0, 1); ++i) {
      if (i < SPINS) Thread.onSpinWait();
      else Raddle.pause0();
    }
  }

  void unlock() {
    U.putIntRelease(this, TAKEN, 0);
    Raddle.leave(Raddle.thread());
  }
}
