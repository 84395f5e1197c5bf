package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * A lock that a virtual thread cannot be unmounted at, as it can at a monitor: Raddle is called from the code that would
 * have to mount it again. What it guards takes no other lock of Java's and is short.
 */
final class RaddleLock {
  static final RaddleLock CHANGE = new RaddleLock();  // of tables that the shim has
  static final RaddleLock ATOMIC = new RaddleLock();  // taken first

  private static final Unsafe U = Raddle.U;
  private static final long TAKEN = U.objectFieldOffset(RaddleLock.class, "taken");
  private static final int SPINS = 200;

  @SuppressWarnings("unused")
  private int taken;

  /** Hooks are silent while it is held: they would come back for it. */
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
