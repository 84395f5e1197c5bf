package java.lang;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Finds the ghost of an object: the native memory with what Raddle knows of an object that has no room for it
 * (src/agent/ghosts.h). Instances are lines of a cache, so one ghost may have several, and most have none. That of an
 * array is a RaddleArray.
 *
 * <p>A ghost is freed some time after its object dies. So whoever uses a ghost's address must keep the object alive
 * until the end (reachabilityFence). The cache is emptied after each garbage collection: a line that reached the old
 * generation would keep its object alive until that generation is collected.
 */
class RaddleGhost extends WeakReference<Object> {
  private static final int CACHE_MASK = 8190;
  private static final RaddleGhost[] CACHE = new RaddleGhost[CACHE_MASK + 2];  // pairs; the newer line comes first

  private static final int PLACES_MASK = 1023;
  private static final RaddleGhost[] PLACES = new RaddleGhost[PLACES_MASK + 1];  // by site: the ghost of the monitor used last
  private static final RaddleGhost[] USED = new RaddleGhost[PLACES_MASK + 1];    // the same for the object called last

  private static final long COLLECTIONS = collections0();  // address of the number of garbage collections
  private static int collections;                          // that number when the caches were emptied last

  /** Garbage, about as large as the last ghost, so that the collector runs as often as if it saw the native memory. */
  @SuppressWarnings("unused")
  private static byte[] ballast;

  /** Stands for all objects for whose ghost there was no memory. */
  private static final long LOST = lost0();

  // struct Ghost
  private static final long WORD = 0;
  private static final long WHOLE = 8;
  private static final long LOCK = 16;
  private static final long CHANNELS = 24;
  private static final long FROZEN = 32;
  static final int BYTES = 88;

  // struct GhostChannel
  private static final long KEY = 0;
  private static final long HANDLE = 8;
  private static final long NEXT = 16;

  final long at;

  RaddleGhost(Object o, long at) {
    super(o);
    this.at = at;
  }

  @ForceInline
  static RaddleGhost of(Object o) {
    int hash = System.identityHashCode(o);
    RaddleGhost cached = CACHE[hash << 1 & CACHE_MASK];
    return cached != null && cached.refersTo(o) ? cached : find(o, hash);
  }

  @DontInline
  private static RaddleGhost find(Object o, int hash) {
    RaddleGhost second = CACHE[hash << 1 & CACHE_MASK | 1];
    if (second != null && second.refersTo(o)) return second;
    int length = hasElements(o) ? Array.getLength(o) : -1;
    ballast = new byte[BYTES + 8 * Math.max(0, Math.min(length, 64))];
    return remember(o, hash, findOrMake0(o, hash, length, length < 0 ? 0 : typeOf(o.getClass())));
  }

  /** Null if the object has no ghost. */
  private static RaddleGhost existing(Object o) {
    if (isUnhashed(o)) return null;
    int hash = System.identityHashCode(o);
    for (int i = 0; i <= 1; ++i) {
      RaddleGhost cached = CACHE[hash << 1 & CACHE_MASK | i];
      if (cached != null && cached.refersTo(o)) return cached;
    }
    long at = find0(o, hash);
    return at == 0 ? null : remember(o, hash, at);
  }

  /** Whether the object has no hash code yet, as its header says. Without one it cannot have a ghost. */
  private static boolean isUnhashed(Object o) {
    long header = Raddle.U.getLong(o, 0L);
    return (header & HEADER_STATE) == HEADER_PLAIN && (header & HEADER_HASH) == 0;
  }

  private static final long HEADER_STATE = 3;  // the bits that say whether it is locked or has a monitor of its own
  private static final long HEADER_PLAIN = 1;
  private static final long HEADER_HASH = 0x7fffffffL << 8;  // of a compact header, at least most of the bits

  private static boolean hasElements(Object o) {
    return Raddle.WORDS && o.getClass().isArray();
  }

  private static RaddleGhost remember(Object o, int hash, long at) {
    int now = Raddle.U.getInt(COLLECTIONS);
    if (now != collections) {
      collections = now;
      for (int i = 0; i < CACHE.length; ++i) CACHE[i] = null;
      for (int i = 0; i <= PLACES_MASK; ++i) PLACES[i] = USED[i] = null;
    }
    RaddleGhost ghost = !hasElements(o) ? new RaddleGhost(o, at) : at == LOST ? RaddleArray.LOST : new RaddleArray(o, at);
    int first = hash << 1 & CACHE_MASK;
    CACHE[first | 1] = CACHE[first];
    return CACHE[first] = ghost;
  }

  /** An access to an object as a whole. */
  static void touchWhole(Object o, long t, int site, int kind) {
    long at = of(o).at;
    if (at == LOST) return;
    long word = Raddle.U.getLong(at + WORD);
    if (!Raddle.seen(word, t, kind)) {
      Raddle.touch(null, at + WORD, o, word, t, site, kind | Raddle.CARRIES_OBJECTS, typeOf(o.getClass()));
    }
    Reference.reachabilityFence(o);
  }

  /** The address of the object's word for object races; 0: there is no memory for one. The caller must hold the object. */
  @ForceInline
  final long whole() {
    return at == LOST ? 0 : at + WHOLE;
  }

  /** The object's ghost, if the object was the last one used at the place; else null. */
  @ForceInline
  static RaddleGhost lastUsed(Object o, int place) {
    RaddleGhost last = USED[place & PLACES_MASK];
    return last != null && last.refersTo(o) ? last : null;
  }

  static void noteUsed(Object o, int place) {
    RaddleGhost ghost = of(o);
    if (ghost.at != LOST) USED[place & PLACES_MASK] = ghost;
  }

  /**
   * A constructor ends, and a final field of its object leads to `o`. What this thread did to `o` before then happens
   * before anything that others do through that field. So it is forgotten, but only the first time: others may know `o`
   * through the first such field already, and nothing orders what they do with a second constructor's end. In a quiet
   * phase the first time is not noted, so a later constructor may forget once more, and a race is missed. An array of
   * arrays may have no ghost although the arrays in it have one.
   */
  static void freeze(Object o, long t, boolean quiet) {
    RaddleGhost ghost = quiet ? existing(o) : of(o);
    if (ghost != null) {
      if (ghost.at == LOST || Raddle.U.getInt(ghost.at + FROZEN) != 0) return;
      Raddle.U.putInt(ghost.at + FROZEN, 1);
      ghost.forgetOwn(t);
      Reference.reachabilityFence(o);
    }
    if (!(o instanceof Object[] all) || !o.getClass().getComponentType().isArray()) return;
    for (Object each : all) {
      RaddleGhost inner = each == null ? null : existing(each);
      if (inner != null) inner.forgetOwn(t);
      Reference.reachabilityFence(each);
    }
  }

  /** Resets the word if it stands for this thread's accesses alone. If it names a record, that is freed with the ghost. */
  void forgetOwn(long t) {
    long own = Raddle.U.getLong(at + WORD);
    if (own != 0 && Raddle.isOwn0(t, own)) Raddle.U.compareAndSetLong(null, at + WORD, own, 0);
  }

  private static final Object[][] TYPES = new Object[256][];  // pairs of a class and its number

  /** The agent's number for the class. */
  static int typeOf(Class<?> type) {
    int at = System.identityHashCode(type) & TYPES.length - 1;
    Object[] known = TYPES[at];
    if (known == null || known[0] != type) TYPES[at] = known = new Object[] {type, Raddle.type0(type)};
    return (Integer) known[1];
  }

  // ---- channels

  static void publish(Object o, int key, long t) {
    long at = of(o).at;
    long channel = Raddle.U.getLongAcquire(null, at + CHANNELS);
    while (channel != 0 && Raddle.U.getLong(channel + KEY) != key) channel = Raddle.U.getLong(channel + NEXT);
    long handle = channel != 0 ? Raddle.U.getLong(channel + HANDLE) : channel0(at, key);
    if (handle != 0) RaddleChannel.publish(handle, t);
    Reference.reachabilityFence(o);
  }

  /** Receives what was published to the object under this key, or under any. */
  static void receive(Object o, int key, boolean any, long t) {
    RaddleGhost ghost = existing(o);
    if (ghost == null) return;
    Object from = o;
    long channel = Raddle.U.getLongAcquire(null, ghost.at + CHANNELS);
    if (channel == 0) {
      from = owner0(ghost.at);
      RaddleGhost owners = from == null ? null : existing(from);
      if (owners != null) channel = Raddle.U.getLongAcquire(null, owners.at + CHANNELS);
    }
    for (; channel != 0; channel = Raddle.U.getLong(channel + NEXT)) {
      if (any || Raddle.U.getLong(channel + KEY) == key) RaddleChannel.receive(Raddle.U.getLong(channel + HANDLE), t);
    }
    Reference.reachabilityFence(o);
    Reference.reachabilityFence(from);
  }

  /** From now on, what is published to the owner can be received from the other object, too. */
  static void lend(Object other, Object owner) {
    RaddleGhost ghost = existing(owner);
    Object owners = ghost == null ? null : owner0(ghost.at);
    lend0(of(other).at, owners != null ? owners : owner);
    Reference.reachabilityFence(owner);
    Reference.reachabilityFence(other);
  }

  // ---- locks; whoever has a lock's handle must hold its object

  static long lockOf(Object o) {
    return lock(of(o).at, o);
  }

  /**
   * The lock of a monitor that is held. While it is held, the object's header has no room for the hash code, so each
   * request for the code is a call into the JVM. So the site's last ghost is tried first, which mostly is the right
   * one.
   */
  static long monitorOf(Object o, int site) {
    RaddleGhost last = PLACES[site & PLACES_MASK];
    if (last == null || !last.refersTo(o)) PLACES[site & PLACES_MASK] = last = of(o);
    return lock(last.at, o);
  }

  private static long lock(long at, Object o) {
    long lock = Raddle.U.getLong(at + LOCK);
    return lock != 0 ? lock : lock0(at, o);
  }

  /** Has the native memory behind the handle freed when the object is gone. */
  static void keep(Object o, long handle) {
    keep0(of(o).at, handle);
    Reference.reachabilityFence(o);
  }

  // ---- src/agent/ghosts.cpp

  private static native long lost0();

  private static native long collections0();

  private static native long find0(Object o, int hash);

  /** The length is -1 for an object that is not an array. */
  private static native long findOrMake0(Object o, int hash, int length, int type);

  private static native void keep0(long ghost, long handle);

  private static native long lock0(long ghost, Object o);

  private static native long channel0(long ghost, int key);

  /** Memory that is zeroed, and freed with the ghost; 0 if there is none. */
  static native long memory0(long ghost, long bytes);

  /** A shadow for a part of the array. */
  static native long shadow0(long ghost, int length, int type);

  private static native void lend0(long ghost, Object owner);

  private static native Object owner0(long ghost);
}
