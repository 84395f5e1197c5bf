package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The locks that a thread holds and that the agent need not know yet. The agent is told of them when something happens
 * for which they matter. They are kept innermost last. The agent may be told of only some of them: each lock has a bit
 * for that in the thread's block.
 *
 * <p>For object races, all monitors are kept here. For the detectors of variables, only locks whose acquiring teaches
 * the thread nothing are (src/runtime/thread_state.h). Their handles lie in the block too, so that the agent finds them
 * itself before it looks at an access. The handles of locks taken in a hush are looked up just before that.
 */
final class RaddleHeld {
  private static final Unsafe U = Raddle.U;
  private static final int MOST = 60;
  private static final Object[][] HELD = new Object[1 << 12][];  // by number of the thread's block

  // In struct Block, from its number on.
  static final long NUMBER = offset0();
  private static final long COUNT = NUMBER + 4;
  private static final long TOLD = NUMBER + 8;
  private static final long HANDLES = NUMBER + 16;

  // What remove() says of the lock.
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

  /** How many threads there is room for; each has its block's number. */
  static int threads() {
    return HELD.length;
  }

  static Object[] of(int number) {
    return HELD[number];
  }

  /** Notes a lock that was taken. False: there is no room, so the agent must be told. */
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

  /** The same with the lock's handle; 0: the handle has not been looked up yet. */
  static boolean add(Object o, long lock, long t) {
    int held = U.getInt(t + COUNT);
    if (held < MOST) U.putLong(t + HANDLES + ((long) held << 3), lock);
    return add(o, t);
  }

  /** Removes a lock; of one that is held several times, the innermost hold. */
  @ForceInline
  static int remove(Object o, long t) {
    int top = U.getInt(t + COUNT) - 1;
    Object[] stack;
    if (top < 0 || U.getLong(t + TOLD) != 0 || (stack = HELD[U.getInt(t + NUMBER)])[top] != o) return removeOther(o, t, top);
    stack[top] = null;
    U.putInt(t + COUNT, top);
    return UNTOLD;
  }

  /** For a lock that was not the last one taken, or that the agent was told of. */
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

  /** Looks up the missing handles; needed before the agent may tell of the locks. */
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

  /** Tells the agent of the locks where it does not find them itself. */
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
