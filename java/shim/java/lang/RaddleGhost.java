package java.lang;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What Raddle knows about an object that has no room for it: the words of an array's elements, the lock an object is
 * used as, and the native records its shadow words point to, which are given back when the object is gone.
 *
 * <p>Ghosts live in a hash table by identity, with a small direct-mapped cache in front. Looking up takes no lock: a
 * walk along a chain that is being changed can only miss, and a miss is looked up again under the lock.
 */
final class RaddleGhost extends WeakReference<Object> {
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
  private static final Object CHANGE = new Object();
  private static final int CACHE_MASK = 2047;
  private static final RaddleGhost[] CACHE = new RaddleGhost[CACHE_MASK + 1];
  private static final long[] NONE = {};

  private static RaddleGhost[] buckets = new RaddleGhost[1 << 12];  // changed under CHANGE, as are chains
  private static int count;

  private final int hash;
  private RaddleGhost next;
  private long[] words;  // of an array's elements; set once
  private int type;      // an array's class, as the agent numbers it; set before words
  private long lock;     // the native lock; set once
  private long[] kept = NONE;  // native records to give back; guarded by this
  private int keptCount;

  private RaddleGhost(Object o, int hash) {
    super(o, GONE);
    this.hash = hash;
  }

  @ForceInline
  private static RaddleGhost of(Object o) {
    int hash = System.identityHashCode(o);
    RaddleGhost cached = CACHE[hash & CACHE_MASK];
    return cached != null && cached.refersTo(o) ? cached : find(o, hash);
  }

  @ForceInline
  static long[] wordsOf(Object array) {
    long[] words = of(array).words;
    return words != null ? words : makeWords(array);
  }

  static int typeOf(Object array) {
    return of(array).type;
  }

  static long lockOf(Object o) {
    RaddleGhost ghost = of(o);
    if (ghost.lock == 0) {
      synchronized (ghost) {
        if (ghost.lock == 0) ghost.lock = Raddle.newLock0(o);
      }
    }
    return ghost.lock;
  }

  /** Has a native record freed when the object is gone. For an element's word the object is the array of words. */
  static void keep(Object o, long handle) {
    RaddleGhost ghost = of(o);
    synchronized (ghost) {
      if (ghost.keptCount == ghost.kept.length) {
        ghost.kept = Arrays.copyOf(ghost.kept, Math.max(2, ghost.keptCount * 2));
      }
      ghost.kept[ghost.keptCount++] = handle;
    }
  }

  @DontInline
  private static long[] makeWords(Object array) {
    RaddleGhost ghost = of(array);
    synchronized (ghost) {
      if (ghost.words == null) {
        ghost.type = Raddle.type0(array.getClass());
        ghost.words = new long[Array.getLength(array)];
      }
      return ghost.words;
    }
  }

  @DontInline
  private static RaddleGhost find(Object o, int hash) {
    RaddleGhost ghost = walk(o, hash);
    if (ghost == null) {
      synchronized (CHANGE) {
        ghost = walk(o, hash);
        if (ghost == null) ghost = insert(o, hash);
      }
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

  private static RaddleGhost insert(Object o, int hash) {
    drain();
    if (count > buckets.length) grow();
    RaddleGhost ghost = new RaddleGhost(o, hash);
    link(ghost, buckets);
    ++count;
    return ghost;
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

  private static void drain() {
    for (Object gone; (gone = GONE.poll()) != null; ) ((RaddleGhost) gone).remove();
  }

  private void remove() {
    int bucket = hash & (buckets.length - 1);
    if (buckets[bucket] == this) {
      buckets[bucket] = next;
    } else {
      RaddleGhost before = buckets[bucket];
      while (before.next != this) before = before.next;
      before.next = next;
    }
    --count;
    if (CACHE[hash & CACHE_MASK] == this) CACHE[hash & CACHE_MASK] = null;
    if (lock != 0) Raddle.free0(lock);
    for (int i = 0; i < keptCount; ++i) Raddle.free0(kept[i]);
  }
}
