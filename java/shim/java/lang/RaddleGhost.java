package java.lang;

import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What Raddle knows about an object that has no room for it: the word of a collection as a whole, the lock an object is
 * used as, and the native records its shadow words point to, which are given back when the object is gone. The ghost
 * of an array is a RaddleArray.
 *
 * <p>Ghosts live in a hash table by identity, with a small direct-mapped cache in front. Looking up takes no lock: a
 * walk along a chain that is being changed can only miss, and a miss is looked up again under the lock. A ghost goes when
 * its object has been finalized: until then the object's words are used.
 *
 * <p>Ghosts are in no queue of the JDK's, whose thread and lock would be paid for each of them. A collection of garbage
 * shows in an object that was made for it to take; then the table is swept, some buckets with each new ghost. So what is
 * dead stays for about one collection more. Most ghosts are of objects that live for a moment, and are made and copied by the
 * collector as often: they are kept small, what few of them need lies apart.
 */
class RaddleGhost extends PhantomReference<Object> {
  private static final int CACHE_MASK = 2047;
  private static final RaddleGhost[] CACHE = new RaddleGhost[CACHE_MASK + 1];

  /** Stands for all objects that there was no memory for a ghost of. */
  private static final RaddleGhost LOST = new RaddleGhost(new Object(), 0);

  private static RaddleGhost[] buckets = new RaddleGhost[1 << 12];  // changed under the lock CHANGE, as are chains
  private static int count;
  private static final int SWEPT_AT_ONCE = 16;
  private static WeakReference<Object> canary = new WeakReference<>(new Object());  // gone when garbage was collected
  private static int toSweep;  // buckets, the last ones first; as all of this, under the lock CHANGE

  private int hash;  // identity's, which leaves the sign for HELD
  private RaddleGhost next;
  private long word;     // of the object as a whole
  long whole;            // its word for object races, if it has none itself: RaddleObject
  private long record;   // the first native record to give back; set under the lock CHANGE
  private volatile RaddleHeld held;  // null: nothing more; made under the lock CHANGE, then fixed

  RaddleGhost(Object o, int hash) {
    super(o, null);
    this.hash = hash;
  }

  private RaddleHeld held() {
    RaddleHeld found = held;
    if (found != null) return found;
    RaddleLock.CHANGE.lock();
    try {
      return makeHeld();
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  private RaddleHeld makeHeld() {
    RaddleHeld found = held;
    if (found == null) held = found = new RaddleHeld();
    return found;
  }

  @ForceInline
  static RaddleGhost of(Object o) {
    int hash = System.identityHashCode(o);
    RaddleGhost cached = CACHE[hash & CACHE_MASK];
    return cached != null && cached.refersTo(o) ? cached : find(o, hash);
  }

  /** Null where nothing is known of the object. A miss beside an insertion is looked up again under the lock. */
  private static RaddleGhost existing(Object o) {
    int hash = System.identityHashCode(o);
    RaddleGhost cached = CACHE[hash & CACHE_MASK];
    if (cached != null && cached.refersTo(o)) return cached;
    RaddleGhost ghost = walk(o, hash);
    if (ghost != null) return ghost;
    RaddleLock.CHANGE.lock();
    try {
      return walk(o, hash);
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  /** An access of an object as a whole. */
  static void touchWhole(Object o, long t, int site, int kind) {
    RaddleGhost ghost = of(o);
    if (ghost == LOST) return;
    long word = ghost.word;
    if (Raddle.seen(word, t, kind)) return;
    Raddle.touch(ghost, WORD, word, t, site, kind | Raddle.CARRIES_OBJECTS, typeOf(o.getClass()));
  }

  private static final int HELD = 1 << 31;

  /**
   * A final field leads here from an object whose constructor ends: what this thread did before is done before whatever is
   * reached through that field. So it is forgotten. Only the first time: what a second object gets may be known to others
   * through the first, and what they do is ordered by nothing.
   */
  static void freeze(Object o, long t) {
    RaddleGhost ghost = of(o);
    if (ghost == LOST || ghost.hash < 0) return;
    ghost.hash |= HELD;
    ghost.forgetOwn(t);
    if (!(o instanceof Object[] all) || !o.getClass().getComponentType().isArray()) return;
    for (Object each : all) {
      RaddleGhost inner = each == null ? null : existing(each);
      if (inner != null) inner.forgetOwn(t);
    }
  }

  /** A word with nobody else's accesses is as good as untouched; its record goes with the ghost. */
  void forgetOwn(long t) {
    long own = word;
    if (own != 0 && Raddle.isOwn0(t, own)) Raddle.U.compareAndSetLong(this, WORD, own, 0);
  }

  private static final long WORD = Raddle.U.objectFieldOffset(RaddleGhost.class, "word");

  private static final Object[][] TYPES = new Object[256][];  // pairs of a class and its number

  /** The class as the agent numbers it. */
  static int typeOf(Class<?> type) {
    int at = System.identityHashCode(type) & TYPES.length - 1;
    Object[] known = TYPES[at];
    if (known == null || known[0] != type) TYPES[at] = known = new Object[] {type, Raddle.type0(type)};
    return (Integer) known[1];
  }

  /** The channels that something was published to: key, handle, key, ... */
  static long[] channelsOf(Object o) {
    RaddleGhost ghost = existing(o);
    RaddleHeld held = ghost == null ? null : ghost.held;
    return held == null ? RaddleHeld.NONE : held.channels;
  }

  static long channelOf(Object o, int key) {
    RaddleHeld held = of(o).held();
    long channel = held.channel(key);
    if (channel != 0) return channel;
    RaddleLock.CHANGE.lock();
    try {
      channel = held.channel(key);
      if (channel == 0) held.addChannel(key, channel = Raddle.newChannel0(0));
      return channel;
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  static Object infoOf(Object o) {
    RaddleGhost ghost = existing(o);
    RaddleHeld held = ghost == null ? null : ghost.held;
    return held == null ? null : held.info;
  }

  static void setInfo(Object o, Object info) {
    of(o).held().info = info;
  }

  static long lockOf(Object o) {
    return of(o).lock(o);
  }

  private static final int PLACES_MASK = 1023;
  private static final RaddleGhost[] PLACES = new RaddleGhost[PLACES_MASK + 1];  // by site: of the monitor used last

  /**
   * The lock of a monitor that is held. Its object has no room for its hash code then, which costs a call of the JVM
   * each time it is asked for: so the place is asked first, which mostly has the same one again.
   */
  static long monitorOf(Object o, int site) {
    RaddleGhost last = PLACES[site & PLACES_MASK];
    if (last == null || !last.refersTo(o)) PLACES[site & PLACES_MASK] = last = of(o);
    return last.lock(o);
  }

  private long lock(Object o) {
    RaddleHeld held = held();
    if (held.lock == 0) {
      RaddleLock.CHANGE.lock();
      try {
        if (held.lock == 0) held.lock = Raddle.newLock0(o);
      } finally {
        RaddleLock.CHANGE.unlock();
      }
    }
    return held.lock;
  }

  /** Has a native record freed when the object is gone, which may be a ghost itself. */
  static void keep(Object o, long handle) {
    RaddleGhost ghost = o instanceof RaddleGhost itself ? itself : of(o);
    RaddleLock.CHANGE.lock();
    try {
      if (ghost.record == 0) ghost.record = handle;
      else ghost.makeHeld().addRecord(handle);
    } catch (OutOfMemoryError full) {
      // it is never given back, then
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  private static RaddleGhost make(Object o, int hash) {
    Class<?> type = o.getClass();
    return type.isArray() && Raddle.WORDS ? new RaddleArray(o, hash, Array.getLength(o), typeOf(type)) : new RaddleGhost(o, hash);
  }

  @DontInline
  private static RaddleGhost find(Object o, int hash) {
    RaddleGhost ghost = walk(o, hash);
    if (ghost == null) {
      ghost = findOrInsert(o, hash);
      if (ghost == null) return LOST;
    }
    CACHE[hash & CACHE_MASK] = ghost;
    return ghost;
  }

  private static RaddleGhost walk(Object o, int hash) {
    RaddleGhost[] table = buckets;
    for (RaddleGhost ghost = table[hash & (table.length - 1)]; ghost != null; ghost = ghost.next) {
      if (ghost.refersTo(o)) return ghost;
    }
    return null;
  }

  /** Null where there is no memory for one. */
  private static RaddleGhost findOrInsert(Object o, int hash) {
    try {
      RaddleGhost made = make(o, hash);
      RaddleGhost dead = null;
      RaddleLock.CHANGE.lock();
      try {
        RaddleGhost ghost = walk(o, hash);
        if (ghost != null) return ghost;
        dead = sweep();
        insert(made);
        return made;
      } finally {
        RaddleLock.CHANGE.unlock();
        giveBack(dead);
      }
    } catch (OutOfMemoryError full) {
      return null;
    }
  }

  /** A part of the table, if there is a reason to. Gives the dead, one behind the other. */
  private static RaddleGhost sweep() {
    if (toSweep == 0) {
      if (!canary.refersTo(null)) return null;
      canary = new WeakReference<>(new Object());
      toSweep = buckets.length;
    }
    // All that is left, before the table would grow for the sake of the dead.
    int last = count < buckets.length ? Math.max(0, toSweep - SWEPT_AT_ONCE) : 0;
    RaddleGhost dead = null;
    while (toSweep > last) dead = unlinkDead(--toSweep, dead);
    return dead;
  }

  private static RaddleGhost unlinkDead(int bucket, RaddleGhost dead) {
    RaddleGhost before = null;
    for (RaddleGhost ghost = buckets[bucket]; ghost != null; ) {
      RaddleGhost following = ghost.next;
      if (ghost.refersTo(null)) {
        if (before == null) buckets[bucket] = following;
        else before.next = following;
        if (CACHE[ghost.hash & CACHE_MASK] == ghost) CACHE[ghost.hash & CACHE_MASK] = null;
        ghost.next = dead;
        dead = ghost;
        --count;
      } else {
        before = ghost;
      }
      ghost = following;
    }
    return dead;
  }

  /** Not under the lock. A dead one must lead to no other: the collector may have made it old, which is slow to die. */
  private static void giveBack(RaddleGhost dead) {
    while (dead != null) {
      RaddleGhost following = dead.next;
      dead.next = null;
      dead.gone();
      dead = following;
    }
  }

  private static void insert(RaddleGhost ghost) {
    if (count >= buckets.length && toSweep == 0) grow();
    link(ghost, buckets);
    ++count;
  }

  private static void link(RaddleGhost ghost, RaddleGhost[] table) {
    int bucket = ghost.hash & (table.length - 1);
    ghost.next = table[bucket];
    table[bucket] = ghost;
  }

  private static void grow() {
    RaddleGhost[] old = buckets;
    RaddleGhost[] table = new RaddleGhost[old.length * 2];
    for (RaddleGhost ghost : old) {
      while (ghost != null) {
        RaddleGhost following = ghost.next;
        link(ghost, table);
        ghost = following;
      }
    }
    buckets = table;
  }

  /** Gives back what is native. */
  void gone() {
    if (record != 0) Raddle.free0(record);
    RaddleHeld all = held;
    if (all != null) all.giveBack();
  }
}
