package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Locks that a thread holds and the agent need not know of yet: it is told when something happens for which they matter.
 * Innermost last; the agent can be told of some of them, which have a bit each in the thread's block.
 *
 * <p>For object races all monitors are kept so. For the detectors of variables those are whose acquiring teaches nothing
 * (src/runtime/thread_state.h); their handles lie in the block too, so that the agent finds them by itself before it looks at
 * an access; those that were taken in a hush are looked for just before.
 */
final class RaddleHeld {
  private static final Unsafe U = Raddle.U;
  private static final int MOST = 60;
  private static final Object[][] HELD = new Object[1 << 12][];  // by the number of the thread's block

  // struct Block, from its number on.
  static final long NUMBER = offset0();
  private static final long COUNT = NUMBER + 4;
  private static final long TOLD = NUMBER + 8;
  private static final long HANDLES = NUMBER + 16;

  // What a lock was that is no longer held.
  static final int NOT_HELD = 0;
  static final int UNTOLD = 1;
  static final int TOLD_OF = 2;

  private RaddleHeld() {}

  @ForceInline
  static int count(long t) {
    return U.getInt(t + COUNT);
  }

  @ForceInline
  static int numberOf(long t) {
    return U.getInt(t + NUMBER);
  }

  /** How many threads there is room for, by their blocks' numbers. */
  static int threads() {
    return HELD.length;
  }

  static Object[] of(int number) {
    return HELD[number];
  }

  /** False: there is no room, the agent must be told. */
  @ForceInline
  static boolean add(Object o, long t) {
    int number = U.getInt(t + NUMBER);
    int held = U.getInt(t + COUNT);
    Object[] stack;
    if (number >= HELD.length || held >= MOST || (stack = HELD[number]) == null) return addOther(o, t, number, held);
    stack[held] = o;
    U.putInt(t + COUNT, held + 1);
    return true;
  }

  @DontInline
  private static boolean addOther(Object o, long t, int number, int held) {
    if (number >= HELD.length || HELD[number] != null) return false;
    try {
      HELD[number] = new Object[MOST];
    } catch (OutOfMemoryError full) {
      return false;
    }
    return add(o, t);
  }

  /** With its handle; 0: it is not looked for yet. */
  static boolean add(Object o, long lock, long t) {
    int held = U.getInt(t + COUNT);
    if (held < MOST) U.putLong(t + HANDLES + ((long) held << 3), lock);
    return add(o, t);
  }

  /** The innermost, if it is held more than once. */
  @ForceInline
  static int remove(Object o, long t) {
    int top = U.getInt(t + COUNT) - 1;
    Object[] stack;
    if (top < 0 || U.getLong(t + TOLD) != 0 || (stack = HELD[U.getInt(t + NUMBER)])[top] != o) return removeOther(o, t, top);
    stack[top] = null;
    U.putInt(t + COUNT, top);
    return UNTOLD;
  }

  /** Not the last one taken, or one that was told. */
  @DontInline
  private static int removeOther(Object o, long t, int top) {
    int at = top;
    Object[] stack = top < 0 ? null : HELD[U.getInt(t + NUMBER)];
    while (at >= 0 && stack[at] != o) --at;
    if (at < 0) return NOT_HELD;
    long told = U.getLong(t + TOLD);
    boolean was = (told >>> at & 1) != 0;
    for (int i = at; i < top; ++i) {
      stack[i] = stack[i + 1];
      long handle = t + HANDLES + ((long) i << 3);
      U.putLong(handle, U.getLong(handle + 8));
    }
    stack[top] = null;
    long below = (1L << at) - 1;
    U.putLong(t + TOLD, told & below | told >>> 1 & ~below);
    U.putInt(t + COUNT, top);
    return was ? TOLD_OF : UNTOLD;
  }

  /** The handles that were not looked for: before the agent may tell of the locks. */
  @ForceInline
  static void find(long t) {
    if (U.getInt(t + COUNT) != 0) findEach(t);
  }

  @DontInline
  private static void findEach(long t) {
    int held = U.getInt(t + COUNT);
    Object[] stack = HELD[U.getInt(t + NUMBER)];
    try {
      for (int i = 0; i < held; ++i) {
        long handle = t + HANDLES + ((long) i << 3);
        if (U.getLong(handle) == 0) U.putLong(handle, RaddleGhost.lockOf(stack[i]));
      }
    } catch (OutOfMemoryError full) {
      // the agent knows of one lock less
    }
  }

  /** Where the agent does not do it by itself. */
  static void tell(long t) {
    int held = U.getInt(t + COUNT);
    long told = U.getLong(t + TOLD);
    if (held == 0 || told == (1L << held) - 1) return;
    Object[] stack = HELD[U.getInt(t + NUMBER)];
    for (int i = 0; i < held; ++i) {
      if ((told >>> i & 1) == 0) Raddle.acquire0(t, RaddleGhost.lockOf(stack[i]), Raddle.TRYING);
    }
    U.putLong(t + TOLD, (1L << held) - 1);
  }

  private static native long offset0();
}
