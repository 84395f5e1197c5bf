package java.lang;

import java.lang.invoke.RaddlePhase;
import java.lang.ref.Reference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for the detector of object races: an object is used as a whole. The layout of an object's word
 * is stated in src/runtime/object_word.h; src/weave/object_weaver.h says what is woven where.
 *
 * <p>For an object's owner one comparison is enough. The word names the owner by its thread id, which needs no look-up.
 * The word lies in the object itself if its class is the program's, else in its ghost.
 */
public final class RaddleObject {
  private static final Unsafe U = Raddle.U;
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final String WORD = "$raddleObject";

  private static final int OWNER_SHIFT = 30;
  private static final int SITE_SHIFT = 4;
  private static final long STATE_MASK = 3;
  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final long INSIDE = 4;
  private static final long FREE = 1L << 63 | 1;  // in a record's word: reads change nothing
  private static final long CONFLICT = 1L << 63 | 1;

  private static final RaddleSites OFFSETS = new RaddleSites();  // by site: the word's offset; UNWATCHED: there is none
  private static final long CLASSES = table0(0);  // by site of a static: the address of its class's word
  private static final boolean COUNTS_ALL = countsAll0();  // for --stats: the agent is told of each use
  private static final long COUNTS = table0(1);  // see src/agent/object_shim.cpp

  private static final int TYPES_MASK = 1023;
  private static final RaddleObject[] TYPES = new RaddleObject[TYPES_MASK + 1];  // a cache; entries never change

  // What is known of one class.
  private final Class<?> type;
  private final int name;  // as the agent numbers it
  private final long at;   // the offset of its objects' word, or UNWATCHED

  private RaddleObject(Class<?> type, int name, long at) {
    this.type = type;
    this.name = name;
    this.at = at;
  }

  /** The current thread's id, at the place of the owner in a word. */
  @ForceInline
  private static long self() {
    return U.getLong(Thread.currentThread(), TID) << OWNER_SHIFT;
  }

  // ---- an object is made

  /**
   * The first word of an object that the current thread makes. In a quiet phase it is 0, so the first thread that uses
   * the object counts as its maker.
   */
  @ForceInline
  public static long made(int site) {
    return RaddlePhase.isQuiet(site) ? 0 : ownedFrom(site);
  }

  @ForceInline
  private static long ownedFrom(int site) {
    return self() + ((long) site << SITE_SHIFT | FIRST);
  }

  /** In a constructor that lets `this` escape before it is done. */
  public static void building(Object o) {
    long at = typeOf(o.getClass()).at;
    if (at <= 0) return;
    long word = U.getLong(o, at);
    if (isOwn(word)) U.compareAndSetLong(o, at, word, word | INSIDE);
  }

  /** At the end of such a constructor. */
  public static void built(Object o) {
    long at = typeOf(o.getClass()).at;
    if (at <= 0) return;
    long word = U.getLong(o, at);
    if (isOwn(word)) U.compareAndSetLong(o, at, word, word & ~INSIDE);
  }

  /** Gives a copy a new word, since it has that of its original. */
  @DontInline
  public static void cloned(Object copy) {
    if (copy == null || copy.getClass().isArray()) return;
    long at = typeOf(copy.getClass()).at;
    if (at > 0) U.putLong(copy, at, ownedFrom(0));
  }

  // ---- an object is used

  /**
   * Whether the object is this thread's, or the place is passed over. Woven code asks this first, so that each place
   * has a branch of its own. Where the branch was never taken, the compiler leaves out what it leads to. Then nothing
   * there needs the object to exist, so it can leave out the object, too.
   */
  @ForceInline
  public static boolean isOwn(long word, int site) {
    return RaddlePhase.isQuiet(site) || isOwn(word);
  }

  @ForceInline
  private static boolean isOwn(long word) {
    return word - self() >>> OWNER_SHIFT == 0;
  }

  /** The same where woven code does not know the word's offset. */
  @ForceInline
  public static boolean isOwn(Object o, int site) {
    if (RaddlePhase.isQuiet(site)) return true;
    int at = OFFSETS.get(site);
    return at > 0 ? o == null || isOwn(U.getLong(o, at)) : at == Raddle.UNWATCHED;
  }

  /** The caller passes the object's word. */
  public static void read(Object o, long word, int site) {
    if ((word & FREE) != FREE) use(o, site, Raddle.READ);
  }

  public static void write(Object o, long word, int site) {
    if (word != CONFLICT) use(o, site, Raddle.WRITE);
  }

  @ForceInline
  public static void read(Object o, int site) {
    if (!RaddlePhase.isQuiet(site)) readUnknown(o, site);
  }

  private static void readUnknown(Object o, int site) {
    int at = OFFSETS.get(site);
    if (at <= 0 || o != null && !settled(U.getLong(o, at), Raddle.READ)) use(o, site, Raddle.READ);
  }

  @ForceInline
  public static void write(Object o, int site) {
    if (!RaddlePhase.isQuiet(site)) writeUnknown(o, site);
  }

  private static void writeUnknown(Object o, int site) {
    int at = OFFSETS.get(site);
    if (at <= 0 || o != null && !settled(U.getLong(o, at), Raddle.WRITE)) use(o, site, Raddle.WRITE);
  }

  @DontInline
  private static void use(Object o, int site, int kind) {
    if (o == null) return;
    long at = OFFSETS.get(site);
    if (at == 0) at = offset(o, site);
    if (at > 0) touch(o, at, site, kind, o);
  }

  /** An array, or an object whose class is not woven. */
  @ForceInline
  public static void readOther(Object o, int site) {
    if (o != null && !RaddlePhase.isQuiet(site)) other(o, site, Raddle.READ);
  }

  @ForceInline
  public static void writeOther(Object o, int site) {
    if (o != null && !RaddlePhase.isQuiet(site)) other(o, site, Raddle.WRITE);
  }

  @DontInline
  static void other(Object o, int site, int kind) {
    long at = RaddleGhost.of(o).whole();
    if (at == 0) return;
    long word = U.getLong(at);
    if (!isOwn(word) && !settled(word, kind)) touch(null, at, site, kind, o);
    Reference.reachabilityFence(o);
  }

  /** The same with the last array that was told of at this place. Returns the array that is told of now. */
  @ForceInline
  public static Object readArray(Object a, Object last, int site) {
    if (a != last) readOther(a, site);
    return a;
  }

  @ForceInline
  public static Object writeArray(Object a, Object last, int site) {
    if (a != last) writeOther(a, site);
    return a;
  }

  /** A call that may use an object that is not thread-safe; the contract of its class says what the call does. */
  @ForceInline
  public static void call(Object o, int method, int site) {
    if (o != null && !RaddlePhase.isQuiet(site)) tell(o, method, site);
  }

  @DontInline
  private static void tell(Object o, int method, int site) {
    long self = self();
    int place = site + (int) (self >>> OWNER_SHIFT) * 31;
    RaddleGhost last = RaddleGhost.lastUsed(o, place);
    if (last != null && isOwn(U.getLong(last.whole()))) return;
    if (RaddleCall.of(o.getClass(), method).use(o, site) == o) RaddleGhost.noteUsed(o, place);
  }

  /** The same with the last object for which such a call was told here. Returns the object of this call. */
  @ForceInline
  public static Object call(Object o, Object last, int method, int site) {
    if (o != last) call(o, method, site);
    return o;
  }

  // ---- statics: the class is the object

  @ForceInline
  public static void readStatic(int site) {
    useStatic(site, Raddle.READ);
  }

  @ForceInline
  public static void writeStatic(int site) {
    useStatic(site, Raddle.WRITE);
  }

  @ForceInline
  private static void useStatic(int site, int kind) {
    if (RaddlePhase.isQuiet(site)) return;
    long at = U.getLong(CLASSES + ((long) site << 3));
    if (at == 0) at = resolveStatic(site);
    if (at == Raddle.UNWATCHED) return;
    long word = U.getLong(at);
    if (!isOwn(word) && !settled(word, kind)) touch(null, at, site, kind, null);
  }

  /** Whether an access of this kind changes nothing. */
  @ForceInline
  private static boolean settled(long word, int kind) {
    return kind == Raddle.READ ? (word & FREE) == FREE : word == CONFLICT;
  }

  // ---- monitors, where no other detector asks for them. The agent is told of them when an object is used for which they
  // matter.

  public static void acquire(Object o, long t) {
    t = Raddle.real(t);
    if (!RaddleHeld.add(o, t) && o != null) Raddle.acquire0(t, RaddleGhost.lockOf(o), 0);
  }

  public static void release(Object o, long t) {
    t = Raddle.real(t);
    if (RaddleHeld.remove(o, t) != RaddleHeld.UNTOLD && o != null) Raddle.release0(t, RaddleGhost.lockOf(o), 0);
  }

  // ---- shared objects that one monitor guards: while a thread holds that monitor, another use by it is no news if it has
  // used the object before

  private static final int GUARDED_MASK = 1023;
  private static final int GUARDED_TID = GUARDED_MASK + 1;  // after the words: the thread that they belong to
  private static final long[][] GUARDED = new long[RaddleHeld.threads()][];  // words and kinds, by number of the thread's block
  private static final RaddleGhost[][] GUARDS = new RaddleGhost[RaddleHeld.threads()][];  // the monitors that guard them

  private static int guardedAt(long word) {
    return (int) (word * 0x9E3779B97F4A7C15L >>> 54) & GUARDED_MASK;
  }

  private static boolean isGuarded(long word, long t, int kind) {
    int number = RaddleHeld.numberOf(t);
    int held = RaddleHeld.count(t);
    if (held == 0 || number >= GUARDED.length) return false;
    long[] words = GUARDED[number];
    int at = guardedAt(word);
    // An entry for writing counts for reading, too.
    if (words == null || words[GUARDED_TID] != self() || (words[at] | kind) != words[at] || (words[at] & ~1L) != word << 1) {
      return false;
    }
    Object[] stack = RaddleHeld.of(number);
    RaddleGhost guard = GUARDS[number][at];
    for (int i = held - 1; i >= 0; --i) {
      if (guard.refersTo(stack[i])) return true;
    }
    return false;
  }

  /** After a use that changed nothing: looks for a held monitor that guards the object. */
  private static void findGuard(long word, long t, int kind) {
    int number = RaddleHeld.numberOf(t);
    int held = RaddleHeld.count(t);
    if (held == 0 || number >= GUARDED.length || !RaddleWord.isRecord(word) || COUNTS_ALL) return;
    Object[] stack = RaddleHeld.of(number);
    for (int i = held - 1; i >= 0; --i) {
      int guarded = guarded0(word, RaddleGhost.lockOf(stack[i]));
      if (guarded >= kind) {
        noteGuard(number, word, guarded, stack[i]);
        return;
      }
    }
  }

  private static void noteGuard(int number, long word, int kind, Object guard) {
    long self = self();
    try {
      if (GUARDED[number] == null || GUARDED[number][GUARDED_TID] != self) {
        GUARDS[number] = new RaddleGhost[GUARDED_MASK + 1];
        long[] words = new long[GUARDED_TID + 1];
        words[GUARDED_TID] = self;
        GUARDED[number] = words;
      }
    } catch (OutOfMemoryError full) {
      return;  // the agent is asked each time, then
    }
    int at = guardedAt(word);
    GUARDS[number][at] = RaddleGhost.of(guard);
    GUARDED[number][at] = word << 1 | kind;
  }

  // ---- more than one thread

  /** `subject` is the object that the word belongs to; null for a class. */
  @DontInline
  private static void touch(Object o, long at, int site, int kind, Object subject) {
    long t = Raddle.thread();
    if (Raddle.isInside(t)) return;
    for (;;) {
      long word = U.getLongVolatile(o, at);
      if (settled(word, kind) || isOwn(word)) return;
      // In this order: the second test reads the record, to which threads on other processors write.
      if (RaddleWord.isRecord(word) && (isGuarded(word, t, kind) || Raddle.seen(word & ~1L, t, kind))) return;
      long next;
      if (word == 0) {
        next = made(site);
      } else if (isHandedOn(word, t)) {
        next = made(site) ^ FIRST ^ SECOND;
      } else {
        RaddleHeld.tell(t);
        int type = subject == null ? 0 : typeOf(subject.getClass()).name;
        next = use0(t, word, self() >>> OWNER_SHIFT, site, kind, type);
      }
      if (next == word) {
        findGuard(word, t, kind);
        return;
      }
      boolean made = RaddleWord.isRecord(next) && next != CONFLICT && !RaddleWord.isRecord(word);
      if (U.compareAndSetLong(o, at, word, next)) {
        if (made && subject != null) RaddleGhost.keep(subject, handle0(next));
        return;
      }
      if (made) Raddle.free0(handle0(next));
    }
  }

  /**
   * Whether the object's maker, which is alive, is done with it. Then the current thread takes the object over, and the
   * agent need not know.
   */
  private static boolean isHandedOn(long word, long t) {
    return !RaddleWord.isRecord(word)
        && (word & (INSIDE | STATE_MASK)) == FIRST
        && !COUNTS_ALL
        && Raddle.known(word >>> OWNER_SHIFT) != 0
        && Raddle.isWatched(t);
  }

  // ---- where the words are

  @DontInline
  private static long offset(Object o, int site) {
    int at = OFFSETS.get(site);
    if (at != 0) return at;
    at = isSafe(o.getClass(), site) ? Raddle.UNWATCHED : (int) typeOf(o.getClass()).at;
    OFFSETS.set(site, at);
    return at;
  }

  /** Whether the site's field is final or volatile. */
  private static boolean isSafe(Class<?> c, int site) {
    long t = Raddle.enter();
    try {
      String name = Raddle.siteText0(site, 1);
      if (name.isEmpty()) return false;
      String owner = Raddle.siteText0(site, 0);
      while (c != null && !c.getName().equals(owner)) c = c.getSuperclass();
      for (; c != null; c = c.getSuperclass()) {
        if (isSafe0(c, name)) return true;
      }
      return false;
    } finally {
      Raddle.leave(t);
    }
  }

  private static RaddleObject typeOf(Class<?> c) {
    RaddleObject known = TYPES[System.identityHashCode(c) & TYPES_MASK];
    return known != null && known.type == c ? known : findType(c);
  }

  @DontInline
  private static RaddleObject findType(Class<?> c) {
    long t = Raddle.enter();
    try {
      RaddleObject made = new RaddleObject(c, Raddle.type0(c), RaddleField.wordOf(c, WORD));
      TYPES[System.identityHashCode(c) & TYPES_MASK] = made;
      return made;
    } finally {
      Raddle.leave(t);
    }
  }

  @DontInline
  private static long resolveStatic(int site) {
    long t = Raddle.enter();
    long at = Raddle.UNWATCHED;
    try {
      Class<?> c = RaddlePlace.ownerAt(site);
      at = find(c, Raddle.siteText0(site, 1), site);
    } catch (VirtualMachineError full) {
      Raddle.leave(t);
      return Raddle.UNWATCHED;  // this time only
    } catch (Throwable none) {
      // the class cannot be looked at
    }
    U.putLong(CLASSES + ((long) site << 3), at);
    Raddle.leave(t);
    return at;
  }

  private static long find(Class<?> c, String name, int site) {
    for (; c != null; c = c.getSuperclass()) {
      long at = classWord0(c, name, site);
      if (at != 0) return at;
    }
    return Raddle.UNWATCHED;
  }

  // ---- for --stats

  public static void count(int category) {
    U.getAndAddLong(null, COUNTS + ((long) category << 3), 1);
  }

  // ---- the agent

  private static native boolean countsAll0();

  private static native long table0(int which);


  private static native long use0(long t, long word, long self, int site, int kind, int type);

  /** For a record's word: the strongest kind of use that this lock alone guards; less than READ: none. */
  private static native int guarded0(long word, long lock);

  /** For a record's word: the handle for RaddleGhost.keep and free0. */
  private static native long handle0(long word);

  private static native boolean isSafe0(Class<?> c, String field);

  /**
   * The address of the class's word if the class declares a static of that name; 0 if it does not; UNWATCHED if the
   * static is final or volatile.
   */
  private static native long classWord0(Class<?> c, String field, int site);
}
