package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for healing the atomic sections of fields. src/detect/atomrace/guards.h has the idea and the
 * layout; here is what needs no call into the agent: a guard that is free is taken by one compare-and-swap and given
 * back by another.
 *
 * <p>A section has a local in its method, its handle: 0, or the guard it holds. Handles with ENDING are at the access
 * with which they end.
 */
public final class RaddleGuard {
  private static final Unsafe U = Raddle.U;
  private static final long QUIET = RaddleAtom.quiet0();
  private static final long KEYS = table0(0);
  private static final long SECTIONS = table0(1);
  private static final long GUARDS = table0(2);

  // The layout of guards.h.
  private static final int GUARD_BITS = 10;
  private static final int GUARD_SIZE_BITS = 5;
  private static final long HASH = 8;
  private static final long SITE = 12;
  private static final long REACHED = 16;
  private static final int THREAD_SHIFT = 24;
  private static final long ASKED = 1;
  private static final long ONE = 16; // of the depth
  private static final long DEPTH = 0xFFFFF0;

  private static final int NUMBER = 0xFFFF; // of a handle: the guard's, plus one
  private static final int NESTED = 1 << 16;
  private static final int SHADOW = 1 << 17;
  private static final int ENDING = 1 << 31;
  private static final int ALL_OBJECTS = 1; // of a key
  private static final int STATIC = 2;

  private RaddleGuard() {}

  // ---- accesses in the method that a section lies in; the object is null for a static

  /** Before an access with which a section begins. */
  @ForceInline
  public static int enter(Object o, int handle, int site) {
    if (U.getByte(QUIET + site) == 0) know(o, site);
    int key = keyOf(site);
    return key == 0 ? handle : noise(o, site, enter(key, hashOf(o), handle, site));
  }

  /** Before an access with which it ends, if it is one of the same object. */
  @ForceInline
  public static int reach(Object o, int handle, int site) {
    if (U.getByte(QUIET + site) == 0) know(o, site);
    int key = keyOf(site);
    if (key == 0) return handle;
    int hash = hashOf(o);
    int number = numberOf(key, hash);
    if ((handle & NUMBER) != number + 1) {
      pass(number, hash, site);
      return noise(o, site, handle);
    }
    boolean same = (handle & (NESTED | SHADOW)) != 0 || U.getInt(at(number) + HASH) == hash;
    return noise(o, site, same ? handle | ENDING : handle);
  }

  /** Behind it. */
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

  // ---- calls in which such accesses are, and the accesses there

  @ForceInline
  public static int beginCall(int handle, int site) {
    return enter(keyOf(site), 0, handle, site);
  }

  @ForceInline
  public static void begun(int handle) {
    if ((handle & SHADOW) == 0 && handle != 0) U.putInt(at((handle & NUMBER) - 1) + REACHED, 0);
  }

  @ForceInline
  public static int ended(int handle, int site) {
    if (handle == 0) return 0;
    boolean over = (handle & SHADOW) != 0
        || U.getInt(at((handle & NUMBER) - 1) + REACHED) == U.getInt(SECTIONS + 4L * site);
    return over ? release(handle, site) : handle;
  }

  /** An access of a section whose method is among the callers, perhaps. */
  @ForceInline
  public static void below(Object o, int site) {
    if (U.getByte(QUIET + site) == 0) know(o, site);
    int key = keyOf(site);
    if (key == 0) return;
    int hash = hashOf(o);
    int number = numberOf(key, hash);
    long guard = at(number);
    long word = U.getLongVolatile(null, guard);
    if (word != 0) {
      if (word >>> THREAD_SHIFT == me()) {
        if (U.getInt(guard + HASH) == 0) U.putInt(guard + HASH, hash);
        U.putInt(guard + REACHED, U.getInt(SECTIONS + 4L * site));
      } else {
        pass(number, hash, site);
      }
    }
    noise(o, site, 0);
  }

  // ---- accesses in no section

  /** One that some section does not allow. */
  @ForceInline
  public static void pass(Object o, int site) {
    if (U.getByte(QUIET + site) == 0) know(o, site);
    int key = keyOf(site);
    if (key == 0) return;
    noise(o, site, 0);
    int hash = hashOf(o);
    pass(numberOf(key, hash), hash, site);
  }

  /** With the healing lock: a write that keeps sections from beginning while it lasts. */
  @ForceInline
  public static int guest(Object o, int site) {
    if (U.getByte(QUIET + site) == 0) know(o, site);
    int key = keyOf(site);
    if (key == 0 || (o == null && (key & STATIC) == 0)) return 0; // the access will fail
    noise(o, site, 0);
    return enter(key, hashOf(o), 0, site);
  }

  // ---- guards

  private static int enter(int key, int hash, int handle, int site) {
    int number = numberOf(key, hash);
    long guard = at(number);
    if (handle != 0) {
      if ((handle & NUMBER) == number + 1) return again(guard, hash, handle, site);
      release(handle & ~ENDING, 0);
    }
    long mine = me() << THREAD_SHIFT;
    if (U.compareAndSetLong(null, guard, 0, mine | ONE)) {
      U.putInt(guard + HASH, hash);
      U.putInt(guard + SITE, site);
      U.putInt(guard + REACHED, 0);
      return number + 1;
    }
    return enterTaken(guard, mine, number, hash, site);
  }

  @DontInline
  private static int enterTaken(long guard, long mine, int number, int hash, int site) {
    for (;;) {
      long word = U.getLongVolatile(null, guard);
      if (word >>> THREAD_SHIFT != mine >>> THREAD_SHIFT) {
        Thread thread = Thread.currentThread();
        return enter0(number, hash, site, thread, Raddle.idOf(thread));
      }
      if ((word & DEPTH) == DEPTH) return 0;
      if (U.compareAndSetLong(null, guard, word, word + ONE)) return number + 1 | NESTED;
    }
  }

  /** The section begins while it is open. */
  private static int again(long guard, int hash, int handle, int site) {
    if ((handle & (NESTED | SHADOW)) != 0) return handle & ~ENDING;
    if ((U.getLongVolatile(null, guard) & ASKED) != 0) {
      Thread thread = Thread.currentThread();
      again0(handle & ~ENDING, hash, site, thread, Raddle.idOf(thread));
    }
    U.putInt(guard + HASH, hash);
    U.putInt(guard + SITE, site);
    return handle & ~ENDING;
  }

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
    return tellRelease(handle, site);
  }

  @DontInline
  private static int tellRelease(int handle, int site) {
    Thread thread = Thread.currentThread();
    release0(handle, site, thread, Raddle.idOf(thread));
    return 0;
  }

  private static void pass(int number, int hash, int site) {
    long word = U.getLongVolatile(null, at(number));
    if (word != 0 && word >>> THREAD_SHIFT != me()) tellPass(number, hash, site);
  }

  @DontInline
  private static void tellPass(int number, int hash, int site) {
    Thread thread = Thread.currentThread();
    pass0(number, hash, site, thread, Raddle.idOf(thread));
  }

  // ---- sites

  /** Its first access, or one with noise. */
  @DontInline
  private static void know(Object o, int site) {
    RaddleAtom.know(o, site);
  }

  private static int noise(Object o, int site, int handle) {
    if (U.getByte(QUIET + site) == 0) RaddleAtom.noise(o, site);
    return handle;
  }

  /** 0: there is nothing to guard here. */
  private static int keyOf(int site) {
    return U.getInt(KEYS + 4L * site);
  }

  private static int hashOf(Object o) {
    return o == null ? 0 : System.identityHashCode(o);
  }

  private static int numberOf(int key, int hash) {
    int which = (key & ALL_OBJECTS) != 0 ? 0 : hash * 0x85EBCA6B;
    return (key * 0x9E3779B9 + which) >>> (32 - GUARD_BITS);
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
