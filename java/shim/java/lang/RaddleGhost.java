package java.lang;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.Arrays;
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
 */
class RaddleGhost extends PhantomReference<Object> {
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
  private static final Class<?> VIRTUAL = virtualThreads();
  private static final int CACHE_MASK = 2047;
  private static final RaddleGhost[] CACHE = new RaddleGhost[CACHE_MASK + 1];
  private static final long[] NONE = {};

  /** Stands for all objects that there was no memory for a ghost of. */
  private static final RaddleGhost LOST = new RaddleGhost(new Object(), 0);

  private static RaddleGhost[] buckets = new RaddleGhost[1 << 12];  // changed under the lock CHANGE, as are chains
  private static int count;

  private final int hash;
  private RaddleGhost next;
  private long word;     // of the object as a whole
  private long lock;     // the native lock; set once
  long whole;            // the object's word, if it has none itself: RaddleObject
  private volatile long[] channels = NONE;  // key, native channel, key, ...; replaced under this
  private Object info;   // what it stands for, if it is a handle of a field; set once
  private long[] kept = NONE;  // native records to give back; guarded by this
  private int keptCount;

  RaddleGhost(Object o, int hash) {
    super(o, GONE);
    this.hash = hash;
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

  private static final long WORD = Raddle.U.objectFieldOffset(RaddleGhost.class, "word");

  private static final Object[][] TYPES = new Object[256][];  // pairs of a class and its number

  /** The class as the agent numbers it. */
  private static int typeOf(Class<?> type) {
    int at = System.identityHashCode(type) & TYPES.length - 1;
    Object[] known = TYPES[at];
    if (known == null || known[0] != type) TYPES[at] = known = new Object[] {type, Raddle.type0(type)};
    return (Integer) known[1];
  }

  /** The channels that something was published to: key, handle, key, ... */
  static long[] channelsOf(Object o) {
    RaddleGhost ghost = existing(o);
    return ghost == null ? NONE : ghost.channels;
  }

  static long channelOf(Object o, int key) {
    RaddleGhost ghost = of(o);
    long channel = ghost.channel(key);
    if (channel != 0) return channel;
    RaddleLock.CHANGE.lock();
    try {
      channel = ghost.channel(key);
      if (channel == 0) {
        long[] old = ghost.channels;
        long[] grown = Arrays.copyOf(old, old.length + 2);
        grown[old.length] = key;
        grown[old.length + 1] = channel = Raddle.newChannel0();
        ghost.channels = grown;
      }
      return channel;
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  private long channel(int key) {
    long[] all = channels;
    for (int i = 0; i < all.length; i += 2) {
      if (all[i] == key) return all[i + 1];
    }
    return 0;
  }

  static Object infoOf(Object o) {
    RaddleGhost ghost = existing(o);
    return ghost == null ? null : ghost.info;
  }

  static void setInfo(Object o, Object info) {
    of(o).info = info;
  }

  static long lockOf(Object o) {
    RaddleGhost ghost = of(o);
    if (ghost.lock == 0) {
      RaddleLock.CHANGE.lock();
      try {
        if (ghost.lock == 0) ghost.lock = Raddle.newLock0(o);
      } finally {
        RaddleLock.CHANGE.unlock();
      }
    }
    return ghost.lock;
  }

  /** Has a native record freed when the object is gone, which may be a ghost itself. */
  static void keep(Object o, long handle) {
    RaddleGhost ghost = o instanceof RaddleGhost itself ? itself : of(o);
    RaddleLock.CHANGE.lock();
    try {
      if (ghost.keptCount == ghost.kept.length) {
        ghost.kept = Arrays.copyOf(ghost.kept, Math.max(2, ghost.keptCount * 2));
      }
      ghost.kept[ghost.keptCount++] = handle;
    } catch (OutOfMemoryError full) {
      // it is never given back, then
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  private static RaddleGhost make(Object o, int hash) {
    Class<?> type = o.getClass();
    return type.isArray() ? new RaddleArray(o, hash, Array.getLength(o), typeOf(type)) : new RaddleGhost(o, hash);
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
      drain();
      RaddleGhost made = make(o, hash);
      RaddleLock.CHANGE.lock();
      try {
        RaddleGhost ghost = walk(o, hash);
        if (ghost == null) insert(ghost = made);
        return ghost;
      } finally {
        RaddleLock.CHANGE.unlock();
      }
    } catch (OutOfMemoryError full) {
      return null;
    }
  }

  private static void insert(RaddleGhost ghost) {
    if (count > buckets.length) grow();
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

  /** A queue has a lock of the JDK's, at which a virtual thread must not be made to wait in our name. */
  private static void drain() {
    if (VIRTUAL != null && VIRTUAL.isInstance(Thread.currentThread())) return;
    long t = Raddle.enter();
    try {
      for (Object gone; (gone = GONE.poll()) != null; ) {
        RaddleLock.CHANGE.lock();
        try {
          ((RaddleGhost) gone).remove();
        } finally {
          RaddleLock.CHANGE.unlock();
        }
      }
    } finally {
      Raddle.leave(t);
    }
  }

  private static Class<?> virtualThreads() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException beforeJdk21) {
      return null;
    }
  }

  /** One that came second to another for the same object was never in the table. */
  private void remove() {
    int bucket = hash & (buckets.length - 1);
    if (buckets[bucket] == this) {
      buckets[bucket] = next;
    } else {
      RaddleGhost before = buckets[bucket];
      while (before != null && before.next != this) before = before.next;
      if (before == null) return;
      before.next = next;
    }
    --count;
    if (CACHE[hash & CACHE_MASK] == this) CACHE[hash & CACHE_MASK] = null;
    gone();
  }

  /** Gives back what is native. */
  void gone() {
    if (lock != 0) Raddle.free0(lock);
    for (int i = 1; i < channels.length; i += 2) Raddle.free0(channels[i]);
    for (int i = 0; i < keptCount; ++i) Raddle.free0(kept[i]);
  }
}
