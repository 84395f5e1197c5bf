package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for healing the atomic sections of fields. src/detect/atomrace/guards.h has the idea and the
 * layout. This class does what needs no call into the agent: it takes a free guard with one compare-and-swap, and gives
 * it back with another.
 *
 * <p>The method of a section has a local for the section, its handle: 0, or the guard that it holds. A handle with
 * ENDING has reached the access with which the section ends.
 *
 * <p>Each site has a key, which says which guard belongs to its variable, and an address to look at, which holds 0 if
 * nobody is in the way. Only that look is inlined. If more were inlined, the program's own methods would become too
 * large to be inlined themselves, which costs more than a call does.
 *
 * <p>An object has an identity hash from its first section on. Outside of sections, the object's header is looked at:
 * if it has no identity hash, no section has ever begun on the object.
 */
public final class RaddleGuard {
  private static final Unsafe U = Raddle.U;
  private static final long LOOKS = table0(0); // by site: offset of the guard to look at; 0: the first one, which is always taken
  private static final long KEYS = table0(1);
  private static final long SECTIONS = table0(2);
  private static final long GUARDS = table0(3);

  // The layout, as in guards.h.
  private static final int RESERVED = 2;
  private static final int COUNT_BITS = 11;
  private static final int GUARD_SIZE_BITS = 5;
  private static final long HASH = 8;
  private static final long SITE = 12;
  private static final long REACHED = 16;
  private static final int THREAD_SHIFT = 24;
  private static final long ASKED = 1;
  private static final long ONE = 16; // one level of depth
  private static final long DEPTH = 0xFFFFF0;

  private static final int NUMBER = 0xFFFF; // in a handle: the guard's number plus 1
  private static final int NESTED = 1 << 16;
  private static final int SHADOW = 1 << 17;
  private static final int ENDING = 1 << 31;
  // Bits of a key. A key is negative if there is nothing to guard; its lower half is a hash of the variable.
  private static final long ALL_OBJECTS = 1L << 32;
  private static final long STATIC = 1L << 33;
  private static final long NOISE = 1L << 34;

  // An object's header: the bits that are looked at, and their value while nobody has locked the object or asked for
  // its identity.
  private static final long UNASKED = 1;
  private static final long HEADER = findHeader();

  private RaddleGuard() {}

  // ---- accesses in the method of a section; the object is null for a static

  /** Before an access with which a section begins. */
  @DontInline
  public static int enter(Object o, int handle, int site) {
    long key = keyOf(o, site);
    if (key <= 0) return handle;
    int hash = hashOf(o);
    int number = numberOf(key, hash);
    int now = handle == 0 ? take(number, hash, site) : takeAnew(number, hash, handle, site);
    if (hasNoise(key)) RaddleAtom.noise(o, site);
    return now;
  }

  /** Before an access with which a section ends, if it is to the object with which the section began. */
  @DontInline
  public static int reach(Object o, int handle, int site) {
    long key = keyOf(o, site);
    if (key <= 0) return handle;
    int hash = hashOf(o);
    int number = numberOf(key, hash);
    int now = handle;
    if ((handle & NUMBER) != number + 1) {
      passBy(number, hash, site);
    } else if (isOn(handle, number, hash)) {
      now = ending(handle);
    }
    if (hasNoise(key)) RaddleAtom.noise(o, site);
    return now;
  }

  /** The same where the object is known to be the section's, if the section is open. */
  @ForceInline
  public static int reachSame(Object o, int handle, int site) {
    return handle != 0 ? ending(handle) : reach(o, 0, site);
  }

  /** After such an access. */
  @ForceInline
  public static int passed(int handle, int site) {
    return handle >= 0 ? handle : release(handle & ~ENDING, site);
  }

  @ForceInline
  public static int exit(int handle) {
    return handle == 0 ? 0 : release(handle & ~ENDING, 0);
  }

  @ForceInline
  public static void leave(int handle) {
    if (handle != 0) release(handle & ~ENDING, 0);
  }

  // ---- calls in which a section begins or ends, and the accesses made there

  @DontInline
  public static int beginCall(int handle, int site) {
    int number = numberOf(U.getLong(KEYS + 8L * site), 0);
    return handle == 0 ? take(number, 0, site) : takeAnew(number, 0, handle, site);
  }

  @ForceInline
  public static void begun(int handle) {
    if ((handle & SHADOW) == 0 && handle != 0) U.putInt(at((handle & NUMBER) - 1) + REACHED, 0);
  }

  @ForceInline
  public static int ended(int handle, int site) {
    return handle == 0 ? 0 : endCall(handle, site);
  }

  @DontInline
  private static int endCall(int handle, int site) {
    boolean over = (handle & SHADOW) != 0
        || U.getInt(at((handle & NUMBER) - 1) + REACHED) == U.getInt(SECTIONS + 4L * site);
    return over ? release(handle, site) : handle;
  }

  /** An access that may belong to a section of one of the callers. */
  @ForceInline
  public static void below(Object o, int site) {
    if (isInTheWay(site)) belowCall(o, site);
  }

  @DontInline
  private static void belowCall(Object o, int site) {
    long key = keyOf(o, site);
    if (key <= 0 || isUnasked(o, key)) return;
    int hash = hashOf(o);
    int number = numberOf(key, hash);
    long guard = at(number);
    if (U.getLongVolatile(null, guard) >>> THREAD_SHIFT == me()) {
      if (U.getInt(guard + HASH) == 0) U.putInt(guard + HASH, hash);
      U.putInt(guard + REACHED, U.getInt(SECTIONS + 4L * site));
    } else {
      passBy(number, hash, site);
    }
    if (hasNoise(key)) RaddleAtom.noise(o, site);
  }

  // ---- accesses outside of sections

  /** An access that some section does not allow. */
  @ForceInline
  public static void pass(Object o, int site) {
    if (isInTheWay(site)) passBy(o, site);
  }

  @DontInline
  private static void passBy(Object o, int site) {
    long key = keyOf(o, site);
    if (key <= 0 || isUnasked(o, key)) return;
    if (hasNoise(key)) RaddleAtom.noise(o, site);
    int hash = hashOf(o);
    passBy(numberOf(key, hash), hash, site);
  }

  /** With the healing lock: before a write. While the write lasts, no section can begin. */
  @DontInline
  public static int guest(Object o, int site) {
    long key = keyOf(o, site);
    if (key <= 0 || (o == null && (key & STATIC) == 0)) return 0; // the access will fail
    if (hasNoise(key)) RaddleAtom.noise(o, site);
    int hash = hashOf(o);
    return take(numberOf(key, hash), hash, site);
  }

  /**
   * The same for healing by scheduling, with two exceptions, where the thread does not take the guard. If all objects
   * share a guard, it would keep apart threads that have nothing to do with each other. And if the object has never had
   * a section, the identity hash that finds its guard does not exist yet; a thread that begins the first section just
   * now has yet to get it from the JVM.
   */
  @ForceInline
  public static int visit(Object o, int site) {
    return isInTheWay(site) ? visitCall(o, site) : 0;
  }

  @DontInline
  private static int visitCall(Object o, int site) {
    long key = keyOf(o, site);
    if (key <= 0 || isUnasked(o, key)) return 0;
    if ((key & ALL_OBJECTS) == 0) return guest(o, site);
    passBy(o, site);
    return 0;
  }

  // ---- guards

  /** Whether the section's guard is that of the variable, and the section is on the same object, as far as is known. */
  static boolean isOn(int handle, int number, int hash) {
    return (handle & NUMBER) == number + 1
        && ((handle & (NESTED | SHADOW)) != 0 || U.getInt(at(number) + HASH) == hash);
  }

  static int ending(int handle) {
    return handle | ENDING;
  }

  /** Whether another thread holds the guard. */
  static boolean isTaken(int number) {
    long word = U.getLongVolatile(null, at(number));
    return word != 0 && word >>> THREAD_SHIFT != me();
  }

  static int take(int number, int hash, int site) {
    long guard = at(number);
    if (!U.compareAndSetLong(null, guard, 0, me() << THREAD_SHIFT | ONE)) return takeTaken(number, hash, site);
    U.putInt(guard + HASH, hash);
    U.putInt(guard + SITE, site);
    U.putInt(guard + REACHED, 0);
    return number + 1;
  }

  @DontInline
  private static int takeTaken(int number, int hash, int site) {
    long guard = at(number);
    for (;;) {
      long word = U.getLongVolatile(null, guard);
      if (word >>> THREAD_SHIFT != me()) {
        Thread thread = Thread.currentThread();
        return enter0(number, hash, site, thread, Raddle.idOf(thread));
      }
      if ((word & DEPTH) == DEPTH) return 0;
      if (U.compareAndSetLong(null, guard, word, word + ONE)) return number + 1 | NESTED;
    }
  }

  /** Begins a section again that is already open. */
  @DontInline
  static int takeAnew(int number, int hash, int handle, int site) {
    if ((handle & NUMBER) != number + 1) {
      release(handle & ~ENDING, 0);
      return take(number, hash, site);
    }
    if ((handle & (NESTED | SHADOW)) != 0) return handle & ~ENDING;
    long guard = at(number);
    if ((U.getLongVolatile(null, guard) & ASKED) != 0) {
      Thread thread = Thread.currentThread();
      again0(handle & ~ENDING, hash, site, thread, Raddle.idOf(thread));
    }
    U.putInt(guard + HASH, hash);
    U.putInt(guard + SITE, site);
    return handle & ~ENDING;
  }

  @DontInline
  private static int release(int handle, int site) {
    long guard = at((handle & NUMBER) - 1);
    if ((handle & SHADOW) == 0) {
      long mine = me() << THREAD_SHIFT;
      if (U.compareAndSetLong(null, guard, mine | ONE, 0)) return 0;
      for (;;) {
        long word = U.getLongVolatile(null, guard);
        if ((word & ASKED) != 0 || (word & DEPTH) <= ONE || word >>> THREAD_SHIFT != mine >>> THREAD_SHIFT) break;
        if (U.compareAndSetLong(null, guard, word, word - ONE)) return 0;
      }
    }
    Thread thread = Thread.currentThread();
    release0(handle, site, thread, Raddle.idOf(thread));
    return 0;
  }

  static void passBy(int number, int hash, int site) {
    if (!isTaken(number)) return;
    Thread thread = Thread.currentThread();
    pass0(number, hash, site, thread, Raddle.idOf(thread));
  }

  // ---- sites

  /**
   * The look is not ordered with the program's own accesses: an access outside of sections is never one step with this
   * look.
   */
  @ForceInline
  private static boolean isInTheWay(int site) {
    return U.getLongOpaque(null, GUARDS + U.getInt(LOOKS + 4L * site)) != 0;
  }

  /** The site's key; 0: not known yet. */
  private static long keyOf(Object o, int site) {
    long key = U.getLong(KEYS + 8L * site);
    if (key != 0) return key;
    RaddleAtom.know(o, site);
    return U.getLong(KEYS + 8L * site);
  }

  private static boolean hasNoise(long key) {
    return (key & NOISE) != 0;
  }

  /** Whether nobody has asked for the object's identity, and there is no noise or shared guard to think of. */
  private static boolean isUnasked(Object o, long key) {
    return o != null && (key & (ALL_OBJECTS | NOISE)) == 0 && isUnasked(o);
  }

  @ForceInline
  static boolean isUnasked(Object o) {
    return (U.getLong(o, 0L) & HEADER) == UNASKED;
  }

  /**
   * Found by experiment: the bits of the lock, and those where the identity hash turns up. 0: it did not turn up; no
   * header matches that.
   */
  private static long findHeader() {
    Object o = new Object();
    long before = U.getLong(o, 0L);
    long hash = System.identityHashCode(o);
    long after = U.getLong(o, 0L);
    for (int shift = 8; shift <= 32; shift++) {
      long bits = 0x7FFFFFFFL << shift;
      if ((before & (bits | 7)) == UNASKED && (after & (bits | 7)) == (hash << shift | UNASKED)) return bits | 7;
    }
    return 0;
  }

  static int hashOf(Object o) {
    return System.identityHashCode(o);
  }

  static int numberOf(long key, int hash) {
    int mixed = (key & ALL_OBJECTS) != 0 ? (int) key : (int) key + hash * 0x85EBCA6B;
    return RESERVED + (mixed >>> 32 - COUNT_BITS);
  }

  private static long at(int number) {
    return GUARDS + ((long) number << GUARD_SIZE_BITS);
  }

  private static long me() {
    return Raddle.idOf(Thread.currentThread());
  }

  // ---- the agent

  private static native long table0(int which);

  private static native int enter0(int number, int hash, int site, Thread thread, long tid);

  private static native void again0(int handle, int hash, int site, Thread thread, long tid);

  private static native void release0(int handle, int site, Thread thread, long tid);

  private static native void pass0(int number, int hash, int site, Thread thread, long tid);
}
