package java.lang;

import java.lang.invoke.RaddlePhase;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for views (src/weave/view_weaver.h), and what each thread touches while it holds a lock.
 *
 * <p>Variables are noted in a log, each about once in a section. The section of a lock is the part of the log that was
 * written since the lock was taken. When the lock is given up, the agent is told of the section, unless it was told
 * before (RaddleTold): the same lock, variables and place, while nothing has changed that orders this thread and
 * others. Most sections were told before.
 *
 * <p>An object has a word: the thread id of its maker, and below that the object's number, which it gets when it is
 * first touched in a section. Arrays and collections are known by their identity hash, which has about two thousand
 * million values.
 *
 * <p>A section that touches more than MOST variables is no longer one thing, and is not told. Nor is a section that is
 * not inside one window from beginning to end (src/runtime/windows.h): some of its accesses may have been passed over.
 * Outside of windows, only the held locks are tracked, since they may lie around sections of the next window.
 */
public final class RaddleViews {
  private static final Unsafe U = Raddle.U;
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long HELD = table0(0);   // by thread id modulo the table's size: 0 if the thread has no open section
  private static final long SITES = table0(1);  // by site: the variable's name, and below it the offset of the object's word
  static final boolean ON = HELD != 0;
  private static final boolean STRICT = table0(2) != 0;
  private static final long VISIBILITY = offset0(0);
  private static final long STALE = offset0(1);
  private static final int GROUPS_MASK = 63;
  private static final String WORD = "$raddleView";

  private static final int THREADS_MASK = 4095;
  private static final RaddleViews[] THREADS = new RaddleViews[THREADS_MASK + 1];  // changed only under the lock CHANGE
  private static final int SHARED = 2;  // in HELD, for good: several threads share this place

  private static final long WRITTEN = 1;
  private static final long BY_MAKER = 2;
  private static final int FEW = 64;
  private static final int MOST = 1024;
  private static final int SEEN_MASK = 255;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int OVER = RaddleSection.OVER;
  private static final int SKIPPED = RaddleSection.SKIPPED;

  // The state of one thread.
  private final long tid;
  private final long t;
  private RaddleViews next;  // another thread with the same place in the table
  private int count;  // locks held
  private RaddleSection[] held = {};  // the held ones first, then free ones
  private long[] gates = {};  // the handles of locks held around a section
  private int open;  // sections that are neither OVER nor SKIPPED
  private long[] log = new long[FEW];
  private int n;
  private int window = 1;  // the window of the open sections
  private int epoch = 1;  // changes with each lock
  private final long[] seen = new long[SEEN_MASK + 1];
  private final int[] epochs = new int[SEEN_MASK + 1];  // the epoch in which `seen` was noted
  private final RaddleTold told = new RaddleTold();
  private Object waiting;  // the monitor that a wait has given up
  private int waitingDepth;

  private RaddleViews(long tid, long t) {
    this.tid = tid;
    this.t = t;
  }

  // ---- called by woven code

  /** Not 0 if the current thread may have an open section. */
  @ForceInline
  public static int held() {
    return RaddlePhase.isQuiet(0) ? 0 : U.getInt(HELD + ((U.getLong(Thread.currentThread(), TID) & THREADS_MASK) << 2));
  }

  /** The first word of an object. */
  @ForceInline
  public static long made() {
    return U.getLong(Thread.currentThread(), TID) << 32;
  }

  @ForceInline
  public static void read(Object o, int held, int site) {
    if (held != 0) field(o, site, 0);
  }

  @ForceInline
  public static void write(Object o, int held, int site) {
    if (held != 0) field(o, site, WRITTEN);
  }

  @ForceInline
  public static void readStatic(int held, int site) {
    if (held != 0) ofClass(site, 0);
  }

  @ForceInline
  public static void writeStatic(int held, int site) {
    if (held != 0) ofClass(site, WRITTEN);
  }

  @ForceInline
  public static void readElement(Object a, int i, int held, int site) {
    if (held != 0) element(a, i, 0);
  }

  @ForceInline
  public static void writeElement(Object a, int i, int held, int site) {
    if (held != 0) element(a, i, WRITTEN);
  }

  /** A call that only views asks for. */
  @ForceInline
  public static void call(Object o, int method, int site) {
    if (held() != 0) called(o, method, site);
  }

  @DontInline
  private static void called(Object o, int method, int site) {
    Raddle.call(o, method, Raddle.thread(), site);
  }

  // ---- accesses of a thread that may have an open section

  @DontInline
  private static void field(Object o, int site, long written) {
    RaddleViews mine = mine();
    if (mine == null || o == null || !mine.isOpen()) return;
    long variable = U.getLong(SITES + ((long) site << 3));
    if (variable == 0) variable = resolve(o, site);
    if (variable == Raddle.UNWATCHED) return;
    long word = wordOf(o, (int) variable);
    long maker = word >>> 32;
    long by = maker == mine.tid || maker == 0 ? BY_MAKER : 0;
    mine.add(word << 32 | variable >>> 32 | by, written);
  }

  @DontInline
  private static void ofClass(int site, long written) {
    RaddleViews mine = mine();
    if (mine == null || !mine.isOpen()) return;
    long variable = U.getLong(SITES + ((long) site << 3));
    if (variable == 0) variable = resolveStatic(site);
    if (variable != Raddle.UNWATCHED) mine.add(variable >>> 32, written);
  }

  @DontInline
  private static void element(Object a, int i, long written) {
    if (a == null) return;
    if (STRICT) elements(a, i, i + 1, (int) written);
    else whole(a, (int) written);
  }

  /** Elements from one index up to, but not including, another; -1 stands for the array's end. */
  static void elements(Object a, int from, int to, int kind) {
    if (!ON || held() == 0) return;
    if (!STRICT) {
      whole(a, kind);
      return;
    }
    RaddleViews mine = mine();
    if (mine == null || !mine.isOpen()) return;
    int length = java.lang.reflect.Array.getLength(a);
    long name = (long) RaddleGhost.typeOf(a.getClass()) << 2 | BY_MAKER;
    int array = System.identityHashCode(a);
    for (int i = from; i < (to < 0 || to > length ? length : to) && mine.isOpen(); ++i) {
      mine.add((long) element0(array, i) << 32 | name, kind);
    }
  }

  /** An array or a collection as a whole. Its identity hash stands for it: a ghost for each would cost too much. */
  static void whole(Object o, int kind) {
    if (!ON || held() == 0) return;
    RaddleViews mine = mine();
    if (mine == null || !mine.isOpen()) return;
    mine.add((long) System.identityHashCode(o) << 32 | (long) RaddleGhost.typeOf(o.getClass()) << 2 | BY_MAKER, kind);
  }

  /** Gives a copy a new word, since it has that of its original. */
  static void cloned(Object copy) {
    if (!ON) return;
    long at = wordAt(copy.getClass());
    if (at > 0) U.putLong(copy, at, made());
  }

  private void add(long key, long written) {
    int at = (int) (key * MIX >>> 56) & SEEN_MASK;
    if (epochs[at] == epoch && (seen[at] | written) == seen[at] && (seen[at] & ~WRITTEN) == key) return;
    epochs[at] = epoch;
    seen[at] = key | written;
    if (n == log.length) makeRoom();
    if (open > 0) log[n++] = key | written;
  }

  private boolean isOpen() {
    if (waiting != null) wake();
    return open > 0;
  }

  private void makeRoom() {
    if (n < MOST) {
      try {
        long[] larger = new long[n * 2];
        System.arraycopy(log, 0, larger, 0, n);
        log = larger;
        return;
      } catch (OutOfMemoryError full) {
        // the memory belongs to the program
      }
    }
    dropOutermost();
  }

  /** The outermost section has become too large: gives it up. */
  private void dropOutermost() {
    int first = n;  // where the next section begins
    open = 0;
    for (int i = 0; i < count; ++i) {
      if (held[i].start == 0) held[i].start = OVER;
      if (held[i].start < 0) continue;
      ++open;
      first = Math.min(first, held[i].start);
    }
    for (int i = 0; i < count; ++i) {
      if (held[i].start >= 0) held[i].start -= first;
    }
    n -= first;
    System.arraycopy(log, first, log, 0, n);
    say();
  }

  // ---- locks

  /** The site is 0 if it is not known. */
  @DontInline
  public static void acquire(Object o, int site) {
    acquire(o, site, false);
  }

  static void acquire(Object o, int site, boolean shared) {
    if (o == null) return;
    RaddleViews mine = mine();
    if (mine == null) mine = make();
    if (mine == null) return;
    if (mine.waiting != null) mine.wake();
    mine.take(o, 1, site, shared);
  }

  @DontInline
  public static void release(Object o, int site) {
    RaddleViews mine = mine();
    if (mine == null) return;
    if (mine.waiting != null) mine.wake();
    int i = mine.find(o);
    if (i >= 0 && --mine.held[i].depth == 0) mine.end(i, site);
  }

  static void beginWait(Object o) {
    RaddleViews mine = ON ? mine() : null;
    int i = mine == null ? -1 : mine.find(o);
    if (i < 0) return;
    int depth = mine.held[i].depth;
    mine.end(i, 0);
    mine.waiting = o;
    mine.waitingDepth = depth;
    mine.say();
  }

  static void endWait() {
    RaddleViews mine = ON ? mine() : null;
    if (mine != null && mine.waiting != null) mine.wake();
  }

  /**
   * Takes the monitor again after a wait. If the wait ended with an exception, this is done at the thread's next event.
   */
  private void wake() {
    Object o = waiting;
    waiting = null;
    take(o, waitingDepth, 0, false);
  }

  private int find(Object o) {
    int i = count - 1;
    while (i >= 0 && held[i].lock != o) --i;
    return i;
  }

  private void take(Object o, int depth, int site, boolean reads) {
    int i = find(o);
    if (i >= 0) {
      held[i].depth += depth;
      held[i].shared |= reads;
      return;
    }
    boolean looks = isInWindow();
    if (count == held.length && !grow()) return;
    RaddleSection taken = held[count++];
    taken.lock = o;
    taken.depth = depth;
    taken.shared = reads;
    taken.id = 0;
    taken.start = SKIPPED;
    if (looks) begin(taken, site);
  }

  /** Begins a section, unless sections of its kind are dull (RaddleTold). */
  private void begin(RaddleSection taken, int site) {
    taken.kind = site != 0 ? site : System.identityHashCode(taken.lock.getClass());
    if (!STRICT && told.isDull(taken.kind)) return;
    taken.start = n;
    ++epoch;
    if (++open == 1) say();
  }

  /** Whether there is a window. Sections that began in another window are skipped. */
  private boolean isInWindow() {
    int now = U.getInt(Raddle.WINDOW);
    if (now != window) {
      window = now;
      for (int i = 0; i < count; ++i) held[i].start = SKIPPED;
      open = n = 0;
      say();
    }
    return now != 0;
  }

  private boolean grow() {
    try {
      RaddleSection[] more = new RaddleSection[Math.max(8, count * 2)];
      System.arraycopy(held, 0, more, 0, count);
      for (int i = count; i < more.length; ++i) more[i] = new RaddleSection();
      gates = new long[more.length];
      held = more;
      return true;
    } catch (OutOfMemoryError full) {
      return false;  // not watched: the memory belongs to the program
    }
  }

  private void end(int i, int site) {
    isInWindow();
    RaddleSection ended = held[i];
    if (ended.start == OVER) told.note(ended.kind, false);
    else if (ended.start != SKIPPED && n > ended.start) section(i, site);
    --count;
    for (int k = i; k < count; ++k) held[k] = held[k + 1];
    held[count] = ended;
    ended.lock = null;
    if (ended.start >= 0 && --open == 0) {
      n = 0;
      say();
    }
  }

  private void section(int i, int site) {
    RaddleSection ended = held[i];
    long id = ended.id(site);
    long hash = mix(id) + site;
    for (int k = ended.start; k < n; ++k) hash += mix(log[k]);  // the order does not matter
    hash = mix(hash) | 1;
    long outer = 0;
    for (int k = 0; k < i; ++k) {
      if (held[k].isGate()) outer |= 1L << (held[k].id(0) * MIX >>> 58);
    }
    int group = (int) id & GROUPS_MASK;
    long version = (long) U.getInt(t + STALE + (group << 2)) << 32 | U.getInt(t + VISIBILITY) & 0xffffffffL;
    if (!told.isNews(hash, version, outer, site != 0)) return;
    int outside = 0;
    for (int k = 0; k < i; ++k) {
      if (held[k].isGate()) gates[outside++] = RaddleGhost.monitorOf(held[k].lock, 0);
    }
    long lock = RaddleGhost.monitorOf(ended.lock, site);
    told.note(ended.kind, section0(t, lock, group, gates, outside, log, ended.start, n, site));
  }

  private static long mix(long key) {
    long hash = key * MIX;
    return (hash ^ hash >>> 32) * MIX;
  }

  // ---- threads

  private static RaddleViews mine() {
    long tid = U.getLong(Thread.currentThread(), TID);
    RaddleViews found = THREADS[(int) tid & THREADS_MASK];
    while (found != null && found.tid != tid) found = found.next;
    return found;
  }

  private static RaddleViews make() {
    long tid = U.getLong(Thread.currentThread(), TID);
    int place = (int) tid & THREADS_MASK;
    RaddleViews made;
    try {
      made = new RaddleViews(tid, Raddle.thread());
    } catch (OutOfMemoryError full) {
      return null;
    }
    RaddleLock.CHANGE.lock();
    try {
      if (THREADS[place] != null) U.putInt(HELD + ((long) place << 2), SHARED);
      made.next = THREADS[place];
      U.storeFence();
      THREADS[place] = made;
    } finally {
      RaddleLock.CHANGE.unlock();
    }
    return made;
  }

  static void end(long tid) {
    int place = (int) tid & THREADS_MASK;
    if (!ON || THREADS[place] == null) return;
    RaddleLock.CHANGE.lock();
    try {
      RaddleViews before = null;
      RaddleViews found = THREADS[place];
      while (found != null && found.tid != tid) {
        before = found;
        found = found.next;
      }
      if (found != null && before == null) THREADS[place] = found.next;
      else if (found != null) before.next = found.next;
    } finally {
      RaddleLock.CHANGE.unlock();
    }
  }

  /** Says in HELD whether woven code must call. */
  private void say() {
    long at = HELD + ((tid & THREADS_MASK) << 2);
    if (U.getInt(at) != SHARED) U.putInt(at, open > 0 || waiting != null ? 1 : 0);
  }

  // ---- where words are

  private static final int TYPES_MASK = 1023;
  private static final Object[][] TYPES = new Object[TYPES_MASK + 1][];  // pairs of a class and the offset of its objects' word

  static long wordAt(Class<?> c) {
    Object[] found = TYPES[System.identityHashCode(c) & TYPES_MASK];
    return found != null && found[0] == c ? (Long) found[1] : findWord(c);
  }

  @DontInline
  private static long findWord(Class<?> c) {
    long t = Raddle.enter();
    try {
      long at = RaddleField.wordOf(c, WORD);
      TYPES[System.identityHashCode(c) & TYPES_MASK] = new Object[] {c, at};
      return at;
    } finally {
      Raddle.leave(t);
    }
  }

  private static final long LAST = table0(3);  // address of the number given last

  private static int newNumber() {
    return U.getAndAddInt(null, LAST, 1) + 1;
  }

  /** The object's word. If it has no number yet, it gets one. */
  static long wordOf(Object o, long at) {
    long word = U.getLong(o, at);
    while ((int) word == 0) {
      U.compareAndSetLong(o, at, word, word | newNumber() & 0xffffffffL);
      word = U.getLong(o, at);
    }
    return word;
  }

  /** The site's variable; UNWATCHED if the declaring class is not woven, or the field is final or volatile. */
  @DontInline
  private static long resolve(Object o, int site) {
    long t = Raddle.enter();
    long variable = Raddle.UNWATCHED;
    try {
      String owner = Raddle.siteText0(site, 0);
      String name = Raddle.siteText0(site, 1);
      Class<?> c = o.getClass();
      while (c != null && !c.getName().equals(owner)) c = c.getSuperclass();
      while (c != null && !isPlain0(c, name)) c = c.getSuperclass();
      long at = c == null ? 0 : wordAt(c);
      if (at > 0) variable = nameOf(c, name) << 32 | at;
    } catch (VirtualMachineError full) {
      Raddle.leave(t);
      return Raddle.UNWATCHED;  // this time only
    } catch (Throwable none) {
      // the class cannot be looked at
    }
    U.putLong(SITES + ((long) site << 3), variable);
    Raddle.leave(t);
    return variable;
  }

  @DontInline
  private static long resolveStatic(int site) {
    long t = Raddle.enter();
    long variable = Raddle.UNWATCHED;
    try {
      Class<?> c = RaddlePlace.ownerAt(site);
      String name = Raddle.siteText0(site, 1);
      long at = 0;
      for (; c != null && (at = RaddlePlace.findStatic(c, name)) == 0; c = c.getSuperclass()) { }
      if (at != 0 && (at & Raddle.FLAGS) == 0) variable = nameOf(c, name) << 32;
    } catch (VirtualMachineError full) {
      Raddle.leave(t);
      return Raddle.UNWATCHED;  // this time only
    } catch (Throwable none) {
      // as above
    }
    U.putLong(SITES + ((long) site << 3), variable);
    Raddle.leave(t);
    return variable;
  }

  private static long nameOf(Class<?> c, String name) {
    return (long) Raddle.name0(c.getName() + "." + name) << 2;
  }

  // ---- the agent

  private static native long table0(int which);

  /**
   * Offsets in a thread's block of the numbers that change when sections must be told again: for all locks, and by
   * group.
   */
  private static native long offset0(int which);

  private static native boolean isPlain0(Class<?> c, String field);

  /** The number of an element of the array with this number. */
  private static native int element0(int array, int index);

  /** Tells the agent of a section; returns whether it was of use (detect::Views::Fate). */
  private static native boolean section0(
      long t, long lock, int group, long[] gates, int count, long[] log, int from, int to, int site);
}
