package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Volatiles and everything else that is published to and received from. The state lies in place of a volatile's shadow
 * word, or in a channel of a ghost. While only one thread has published, it is that thread's stamp; afterwards it is
 * the handle of a native channel (src/runtime/sync.h).
 */
final class RaddleChannel {
  private static final Unsafe U = Raddle.U;
  private static final long HANDLE_MASK = 7;  // the bits of a handle's type, which are 0 in a stamp

  private RaddleChannel() {}

  @DontInline
  static void publish(Object o, long at, long t) {
    if (Raddle.isHushed()) {
      Raddle.hush(t);
      return;
    }
    long there = U.getLongVolatile(o, at);
    if (there == 0 || isOwnStamp(there, t)) {
      long stamp = isStill(t) ? U.getLong(t + ALONE) : 0;
      if (stamp == 0) stamp = Raddle.publishAlone0(t);
      else if (stamp == there) return;
      if (stamp != 0 && U.compareAndSetLong(o, at, there, stamp)) return;
      there = U.getLongVolatile(o, at);
    }
    publish(isStamp(there) ? channelFor(o, at, there) : there, t);
  }

  static void publish(long handle, long t) {
    if (!isCovered(handle, t)) Raddle.publish0(t, handle);
  }

  // ---- what need not be told

  // In struct Block, after the part that RaddleHeld uses.
  private static final long STILL = RaddleHeld.NUMBER + 16 + 64 * 8;
  private static final long ALONE = STILL + 8;
  private static final long COVERED = STILL + 16;

  /** This thread has made no access since it last released or published anything: ThreadState::still. */
  @ForceInline
  static boolean isStill(long t) {
    return U.getLong(t + STILL) != 0;
  }

  /** This thread already knows what the lock or channel carries. */
  @ForceInline
  static boolean hasReceived(long handle, long t) {
    long version = U.getLongAcquire(null, handle & ~HANDLE_MASK);
    return version == U.getLong(t + Raddle.BLOCK_RECEIVED + (lineOf(handle) << 3));
  }

  /** The lock or channel already has all that this thread did and knows. */
  @ForceInline
  static boolean isCovered(long handle, long t) {
    long line = t + COVERED + (lineOf(handle) << 4);
    long still = U.getLong(t + STILL);
    return still != 0 && U.getLong(line + 8) == still
        && U.getLong(line) == U.getLongAcquire(null, handle & ~HANDLE_MASK);
  }

  @ForceInline
  private static long lineOf(long handle) {
    return handle >>> 5 & Raddle.RECEIVED_MASK;
  }

  // ---- stamps

  private static long channelFor(Object o, long at, long stamp) {
    while (isStamp(stamp)) {
      long made = Raddle.newChannel0(stamp);
      if (U.compareAndSetLong(o, at, stamp, made)) {
        if (o != null) RaddleGhost.keep(o, made);
        return made;
      }
      Raddle.free0(made);
      stamp = U.getLongVolatile(o, at);
    }
    return stamp;
  }

  /** Whether it is a stamp, or nothing yet. */
  @ForceInline
  private static boolean isStamp(long there) {
    return (there & HANDLE_MASK) == 0;
  }

  /** Whether it is a stamp of this thread, and not of a former owner of its slot. */
  @ForceInline
  private static boolean isOwnStamp(long there, long t) {
    // The stamp of a thread without a slot has the topmost bit set, so it never compares equal.
    boolean same = (there ^ U.getLong(t + Raddle.BLOCK_STAMP)) >>> Raddle.SLOT_SHIFT == 0;
    return same && isStamp(there) && there >= U.getLong(t + RaddleWord.BLOCK_FIRST);
  }

  /** Most reads of a volatile find something that the thread has received before. */
  @ForceInline
  static void receive(long handle, long t) {
    if (Raddle.isHushed()) return;
    if (isStamp(handle)) {
      if (handle != 0 && !isOwnStamp(handle, t)) receiveAlone(handle, t);
      return;
    }
    if (!hasReceived(handle, t)) Raddle.receive0(t, handle);
  }

  /** Stamps are kept in the same table as versions, as ~stamp: versions are positive. */
  private static void receiveAlone(long stamp, long t) {
    long line = t + Raddle.BLOCK_RECEIVED + ((stamp >>> Raddle.CLOCK_SHIFT & Raddle.RECEIVED_MASK) << 3);
    if (U.getLong(line) == ~stamp) return;
    Raddle.receiveAlone0(t, stamp);
    U.putLong(line, ~stamp);
  }
}
