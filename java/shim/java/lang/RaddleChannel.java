package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Volatiles and all else that is published to and received from: what lies in the place of a volatile's word, or in a ghost's
 * channel. As long as one thread alone has published, its stamp; then the handle of a native channel (src/runtime/sync.h).
 */
final class RaddleChannel {
  private static final Unsafe U = Raddle.U;
  private static final long HANDLE_MASK = 7;  // of a handle's type, which a stamp has not

  private RaddleChannel() {}

  @DontInline
  static void publish(Object o, long at, long t) {
    long there = U.getLongVolatile(o, at);
    if (there == 0 || isOwnStamp(there, t)) {
      long stamp = Raddle.publishAlone0(t);
      if (stamp != 0 && U.compareAndSetLong(o, at, there, stamp)) return;
      there = U.getLongVolatile(o, at);
    }
    Raddle.publish0(t, isStamp(there) ? channelFor(o, at, there) : there);
  }

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

  /** A stamp, or nothing yet. */
  @ForceInline
  private static boolean isStamp(long there) {
    return (there & HANDLE_MASK) == 0;
  }

  /** Of this thread, not a former owner of its slot. */
  @ForceInline
  private static boolean isOwnStamp(long there, long t) {
    // Nobody's stamp has the bit above, too.
    boolean same = (there ^ U.getLong(t + Raddle.BLOCK_STAMP)) >>> Raddle.SLOT_SHIFT == 0;
    return same && isStamp(there) && there >= U.getLong(t + Raddle.BLOCK_FIRST);
  }

  /** Most reads of a volatile find what the thread has had already. */
  @ForceInline
  static void receive(long handle, long t) {
    if (isStamp(handle)) {
      if (handle != 0 && !isOwnStamp(handle, t)) receiveAlone(handle, t);
      return;
    }
    long version = U.getLongAcquire(null, handle & ~HANDLE_MASK);
    long last = t + Raddle.BLOCK_RECEIVED + ((handle >>> 5 & Raddle.RECEIVED_MASK) << 3);
    if (version != U.getLong(last)) Raddle.receive0(t, handle);
  }

  /** Versions are positive. */
  private static void receiveAlone(long stamp, long t) {
    long line = t + Raddle.BLOCK_RECEIVED + ((stamp >>> Raddle.CLOCK_SHIFT & Raddle.RECEIVED_MASK) << 3);
    if (U.getLong(line) == ~stamp) return;
    Raddle.receiveAlone0(t, stamp);
    U.putLong(line, ~stamp);
  }
}
