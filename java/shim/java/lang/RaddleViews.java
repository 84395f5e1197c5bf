package java.lang;

import java.lang.invoke.RaddlePhase;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for views (src/weave/view_weaver.h), and for each thread what it touches while it holds a lock.
 *
 * <p>Variables are noted in a log, each once or so in a section; the section of a lock is what the log has got since
 * it was taken. When the lock is given up, the agent is told of it, unless it was before (RaddleTold): the same lock,
 * variables and place, and nothing has changed that orders this thread and others. Most sections are of that kind.
 *
 * <p>An object has a word, its maker's thread id above its number, which it gets when it is first touched in a section.
 * Arrays and collections go by their identity hash, of which there are two thousand millions.
 *
 * <p>A section that touches more than MOST variables is no longer one thing and not told. Nor is one that is not in a
 * window from end to end (src/runtime/windows.h): what it touches may have been passed over. Outside of windows it is only
 * known which locks are held, since those may lie around sections of the next one.
 */
public final class RaddleViews {
  private static final Unsafe U = Raddle.U;
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long HELD = table0(0);   // thread id modulo so many: 0 if it holds no lock
  private static final long SITES = table0(1);  // site to its variable's name above where the object has its word
  static final boolean ON = HELD != 0;
  private static final boolean STRICT = table0(2) != 0;
  private static final long VISIBILITY = offset0(0);
  private static final long STALE = offset0(1);
  private static final int GROUPS_MASK = 63;
  private static final String WORD = "$raddleView";

  private static final int THREADS_MASK = 4095;
  private static final RaddleViews[] THREADS = new RaddleViews[THREADS_MASK + 1];  // changed under the lock CHANGE
  private static final int SHARED = 2;  // in HELD, for good: several threads have this place

  private static final long WRITTEN = 1;
  private static final long BY_MAKER = 2;
  private static final int FEW = 64;
  private static final int MOST = 1024;
  private static final int SEEN_MASK = 255;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int OVER = RaddleSection.OVER;
  private static final int SKIPPED = RaddleSection.SKIPPED;

  // One thread.
  private final long tid;
  private final long t;
  private RaddleViews next;  // another one with the same place in the table
  private int count;  // locks it holds
  private RaddleSection[] held = {};  // and behind them some that have become free
  private long[] gates = {};  // what is told of those that lie around a section
  private int open;  // sections that are not
  private long[] log = new long[FEW];
  private int n;
  private int window = 1;  // of the sections that are open
  private int epoch = 1;  // changes with each lock
  private final long[] seen = new long[SEEN_MASK + 1];
  private final int[] epochs = new int[SEEN_MASK + 1];  // in which that was
  private final RaddleTold told = new RaddleTold();
  private Object waiting;  // the monitor that a wait has given up
  private int waitingDepth;

  private RaddleViews(long tid, long t) {
    this.tid = tid;
    this.t = t;
  }

  // ---- what is woven

  /** Not 0 if the current thread holds a lock. */
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

  /** A call, where nobody but views asks for it. */
  @ForceInline
  public static void call(Object o, int method, int site) {
    if (held() != 0) called(o, method, site);
  }

  @DontInline
  private static void called(Object o, int method, int site) {
    Raddle.call(o, method, Raddle.thread(), site);
  }

  // ---- accesses of a thread that may hold a lock

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

  /** Elements from one index to before another; -1 stands for the array's end. */
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

  /** An array, or a collection. Its hash stands for it: a ghost for each of them would cost much. */
  static void whole(Object o, int kind) {
    if (!ON || held() == 0) return;
    RaddleViews mine = mine();
    if (mine == null || !mine.isOpen()) return;
    mine.add((long) System.identityHashCode(o) << 32 | (long) RaddleGhost.typeOf(o.getClass()) << 2 | BY_MAKER, kind);
  }

  /** The copy has its original's word. */
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
        // the memory is the program's
      }
    }
    dropOutermost();
  }

  /** That section has become too large. */
  private void dropOutermost() {
    int first = n;  // where the next one begins
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

  /** The site is 0 where nobody knows it. */
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

  /** A wait that ended by an exception shows with whatever the thread does next. */
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

  /** A section, unless it is dull. */
  private void begin(RaddleSection taken, int site) {
    taken.kind = site != 0 ? site : System.identityHashCode(taken.lock.getClass());
    if (!STRICT && told.isDull(taken.kind)) return;
    taken.start = n;
    ++epoch;
    if (++open == 1) say();
  }

  /** Whether there is a window; sections that were begun in another are skipped. */
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
      return false;  // not watched: the memory is the program's
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
    for (int k = ended.start; k < n; ++k) hash += mix(log[k]);  // in whichever order
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

  /** Whether woven code has to ask. */
  private void say() {
    long at = HELD + ((tid & THREADS_MASK) << 2);
    if (U.getInt(at) != SHARED) U.putInt(at, open > 0 || waiting != null ? 1 : 0);
  }

  // ---- where words are

  private static final int TYPES_MASK = 1023;
  private static final Object[][] TYPES = new Object[TYPES_MASK + 1][];  // pairs of a class and where its objects' word is

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

  private static final long LAST = table0(3);  // the number given last

  private static int newNumber() {
    return U.getAndAddInt(null, LAST, 1) + 1;
  }

  /** With a number. */
  static long wordOf(Object o, long at) {
    long word = U.getLong(o, at);
    while ((int) word == 0) {
      U.compareAndSetLong(o, at, word, word | newNumber() & 0xffffffffL);
      word = U.getLong(o, at);
    }
    return word;
  }

  /** The site's variable; UNWATCHED where the declaring class is not woven, or the field final or volatile. */
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
      return Raddle.UNWATCHED;  // for once
    } catch (Throwable none) {
      // it cannot be looked at
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
      return Raddle.UNWATCHED;  // for once
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

  /** Where in a thread's block is what changes when sections have to be told again; and for locks of each group. */
  private static native long offset0(int which);

  private static native boolean isPlain0(Class<?> c, String field);

  /** The number of an element of an array that has this number. */
  private static native int element0(int array, int index);

  /** Whether it was noted: detect::Views::Fate. */
  private static native boolean section0(
      long t, long lock, int group, long[] gates, int count, long[] log, int from, int to, int site);
}
