package java.lang;

import java.lang.invoke.RaddlePhase;
import java.lang.ref.Reference;
import java.util.Collection;
import java.util.Map;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls. The agent defines this class in java.base before the first application class is loaded, so
 * that every module and loader sees it.
 *
 * <p>A call first looks at the variable's shadow word and at the thread's block, neither of which needs native code. It
 * returns if this thread has already made the access in this epoch. Only the other accesses go to the agent. The layout
 * of shadow words is stated in src/runtime/shadow_word.h, that of blocks in src/agent/threads.h; the constants here
 * repeat it.
 *
 * <p>The class is long because woven code knows it by this one name, and the agent knows its natives by it. Whatever
 * neither of them calls is in a file of its own.
 *
 * <p>Nothing here may throw into the program, take a lock that the program can hold, or call a woven class.
 */
public final class Raddle {
  static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");

  // Shadow word: record 1 | slot 14 | clock 26 | written 1 | read 14 | locks 8; the rest of it is in RaddleWord.
  static final int SLOT_SHIFT = 49;
  static final int CLOCK_SHIFT = 23;

  // Offsets in a thread's block.
  private static final long BLOCK_TID = 0;
  static final long BLOCK_STAMP = 8;
  private static final long BLOCK_INSIDE = 16;
  private static final long BLOCK_MUTE = 20;
  private static final long BLOCK_USED = 24;
  static final long BLOCK_RECEIVED = 2224;
  static final int RECEIVED_MASK = 127;
  private static final int MUTE_READS = 1;
  private static final int MUTE_ALL = 2;
  private static final int MUTE_READS_NESTED = 4;  // and the bits above: the depth of nesting
  private static final int USED_MASK = 511;

  static final int READ = 0;
  static final int WRITE = 1;
  static final int CARRIES_OBJECTS = 2;  // flag beside a kind: objects put in come out again
  static final int COUNTED = 4;  // flag beside a kind: records count the words that name them (src/runtime/record.h)

  private static final long THREADS = table0(0);  // thread id to block; direct-mapped, only a hint
  private static final long THREADS_MASK = 4095;
  public static final RaddleSites OFFSETS = new RaddleSites();  // by site: its word's offset, if positive
  static final long STATICS = table0(1);  // site to the address of its static's word
  private static final long INITIALISED = table0(2);  // class to the channel that its initialiser published to
  static final long SETTLED = table0(3);  // slot to its last settled stamp: src/runtime/settled.h
  static final boolean EVERY_ACCESS = table0(4) != 0;  // each access is told: no shortcut may be taken
  static final boolean WORDS = table0(5) != 0;  // some detector watches variables and is told of accesses
  static final boolean LOCKS = table0(6) != 0;  // some detector other than views is told of acquires and releases
  static final boolean LOCKS_LATE = table0(7) != 0;  // but only when RaddleObject has to know which locks are held
  static final long WINDOW = table0(8);  // the word is 0 while hot accesses are passed over; src/runtime/windows.h
  static final long TOLD = table0(9);  // by site: how often it has told outside of windows
  static final long TWINS = table0(13);  // by site: the site that it counts with; src/weave/twins.h
  private static final long HUSH = table0(10);  // the word is not 0 in a hush; src/runtime/hush.h
  static final long LISTENED = table0(11);  // set when a site tells outside of windows; then: may that end a hush
  static final int UNWATCHED = -1;

  private Raddle() {}

  // ---- threads

  /** The thread's block, which a woven method keeps in a local for the checks of its accesses. */
  @ForceInline
  public static long threadAt(int place) {
    return RaddlePhase.at(place) == RaddlePhase.COLD ? threadThere() : thread();
  }

  @DontInline
  private static long threadThere() {
    return thread();
  }

  /**
   * Stands in for the thread's block in code that passes over its accesses, where hardly anything needs the block. A
   * constant costs nothing, not even where the JIT must know the contents of each local. To checks that are made all
   * the same, it looks like a thread that has seen nothing. Whatever follows such a check looks up the real block.
   */
  public static final long STAND_IN = table0(12);

  @ForceInline
  static long real(long t) {
    return t != STAND_IN ? t : thread();
  }

  /** The current thread's block. */
  @ForceInline
  static long thread() {
    long tid = U.getLong(Thread.currentThread(), TID);
    long block = known(tid);
    return block != 0 ? block : attach(tid);
  }

  /** The thread's block, which is nearly always found here; 0: ask the agent. */
  @ForceInline
  static long known(long tid) {
    long block = U.getLong(THREADS + ((tid & THREADS_MASK) << 3));
    return block != 0 && U.getLong(block + BLOCK_TID) == tid ? block : 0;
  }

  @DontInline
  private static long attach(long tid) {
    return attach0(Thread.currentThread(), tid);
  }

  // ---- instance fields
  //
  // Optimised code looks at the words itself (methods named ...Here). Code that is compiled for the time being makes a
  // call instead (...There). In line, that code would be several times as much to compile, and with the branch counters
  // that such code has it would take longer than the call.

  @ForceInline
  public static void read(Object o, long t, int site) {
    if (o != null) wasRead(o, t, site);
  }

  @ForceInline
  private static void read(Object o, long at, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase == RaddlePhase.LOUD) readHere(o, at, t, site);
    else if (phase == RaddlePhase.COLD) readThere(o, at, t, site);
  }

  @ForceInline
  private static void readHere(Object o, long at, long t, int site) {
    long word = U.getLong(o, at);
    if (!readSeen(word, t)) touch(o, at, word, t, site, READ, 0);
  }

  @DontInline
  private static void readThere(Object o, long at, long t, int site) {
    if (!RaddlePlace.isToldEnough(site)) readHere(o, at, real(t), site);
  }

  /** The same; the class that declares both the field and its shadow word has read the word itself. */
  @ForceInline
  public static void readWord(Object o, long word, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase != RaddlePhase.QUIET && (phase == RaddlePhase.COLD || !readSeen(word, t))) readSlowly(o, t, site);
  }

  /**
   * Whether an access to some of up to three fields of one object, which have these words, must be told. The site is
   * that of one of the fields.
   */
  @ForceInline
  public static boolean isUnseenRead(long word, long t, int site) {
    int phase = RaddlePhase.at(site);
    return phase != RaddlePhase.QUIET && (phase == RaddlePhase.COLD || !readSeen(word, t));
  }

  @ForceInline
  public static boolean isUnseenRead(long word1, long word2, long word3, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase == RaddlePhase.QUIET) return false;
    if (phase == RaddlePhase.COLD) return isUnseenBySome(word1, word2, word3, t, site);
    long stamp = U.getLong(t + BLOCK_STAMP);
    if (((word1 ^ stamp) | (word2 ^ stamp) | (word3 ^ stamp)) >>> CLOCK_SHIFT == 0) return false;
    if (RaddleWord.isRecord(word1 & word2 & word3)) {
      long different =
          RaddleWord.stampIn(word1, stamp) ^ stamp
              | RaddleWord.stampIn(word2, stamp) ^ stamp
              | RaddleWord.stampIn(word3, stamp) ^ stamp;
      return different >>> CLOCK_SHIFT != 0;
    }
    return isUnseenBySome(word1, word2, word3, t, site);
  }

  @DontInline
  private static boolean isUnseenBySome(long word1, long word2, long word3, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return false;
    t = real(t);
    return !readSeen(word1, t) || !readSeen(word2, t) || !readSeen(word3, t);
  }

  @DontInline
  public static void readSlowly(Object o, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return;
    int at = OFFSETS.get(site);
    if (at > 0) readHere(o, at, real(t), site);
    else wasRead(o, t, site);
  }

  @ForceInline
  public static void writeWord(Object o, long word, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase != RaddlePhase.QUIET && (phase == RaddlePhase.COLD || !writeSeen(word, t))) writeSlowly(o, t, site);
  }

  @ForceInline
  public static boolean isUnseenWrite(long word, long t, int site) {
    int phase = RaddlePhase.at(site);
    return phase != RaddlePhase.QUIET && (phase == RaddlePhase.COLD || !writeSeen(word, t));
  }

  /**
   * The same for three words. If this thread wrote all the fields in this epoch, the words agree down to the written
   * bit.
   */
  @ForceInline
  public static boolean isUnseenWrite(long word1, long word2, long word3, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase == RaddlePhase.QUIET) return false;
    if (phase == RaddlePhase.COLD) return isUnwrittenBySome(word1, word2, word3, t, site);
    long written = U.getLong(t + BLOCK_STAMP) | RaddleWord.WRITTEN;
    if (((word1 ^ written) | (word2 ^ written) | (word3 ^ written)) >>> RaddleWord.WRITTEN_SHIFT == 0) return false;
    return isUnwrittenBySome(word1, word2, word3, t, site);
  }

  @DontInline
  private static boolean isUnwrittenBySome(long word1, long word2, long word3, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return false;
    t = real(t);
    return !writeSeen(word1, t) || !writeSeen(word2, t) || !writeSeen(word3, t);
  }

  @DontInline
  public static void writeSlowly(Object o, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return;
    int at = OFFSETS.get(site);
    if (at > 0) writeHere(o, at, real(t), site);
    else write(o, t, site);
  }

  @ForceInline
  public static void write(Object o, long t, int site) {
    int at = OFFSETS.get(site);
    if (at > 0 && o != null) {
      write(o, at, t, site);
    } else if (o != null && (at == 0 || at < UNWATCHED && !(isHushed() && RaddleChannel.isStill(real(t))))) {
      writeOther(o, at, t, site);
    }
  }

  @ForceInline
  private static void write(Object o, long at, long t, int site) {
    int phase = RaddlePhase.at(site);
    if (phase == RaddlePhase.LOUD) writeHere(o, at, t, site);
    else if (phase == RaddlePhase.COLD) writeThere(o, at, t, site);
  }

  @ForceInline
  private static void writeHere(Object o, long at, long t, int site) {
    long word = U.getLong(o, at);
    if (!writeSeen(word, t)) touch(o, at, word, t, site, WRITE, 0);
  }

  @DontInline
  private static void writeThere(Object o, long at, long t, int site) {
    if (!RaddlePlace.isToldEnough(site)) writeHere(o, at, real(t), site);
  }

  /**
   * For a write to an object that nobody else knows yet: the field's next word. Mostly the site is already noted in
   * this epoch.
   */
  @ForceInline
  public static long fresh(Object o, long t, int site) {
    int phase = RaddlePhase.at(site);
    return phase == RaddlePhase.QUIET ? 0 : phase == RaddlePhase.COLD ? freshThere(o, t, site) : freshHere(o, t, site);
  }

  @ForceInline
  private static long freshHere(Object o, long t, int site) {
    long next = U.getLong(t + RaddleWord.BLOCK_OWN) | RaddleWord.WRITTEN;
    return U.getLong(RaddleWord.lineOf(t, site)) == RaddleWord.noteOf(next, site, 0) ? next : freshSlowly(o, t, site);
  }

  @DontInline
  private static long freshThere(Object o, long t, int site) {
    return RaddlePlace.isToldEnough(site) ? 0 : freshHere(o, real(t), site);
  }

  @DontInline
  private static long freshSlowly(Object o, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return 0;
    t = real(t);
    long next = RaddleWord.next(0, t, site, WRITE);
    if (next != 0) {
      RaddleWord.note(t, site, WRITE, 0);
      return next;
    }
    write(o, t, site);
    int at = OFFSETS.get(site);
    return at > 0 ? U.getLong(o, at) : 0;
  }

  @DontInline
  private static void writeOther(Object o, int at, long t, int site) {
    t = real(t);
    if (at == 0) at = RaddlePlace.resolve(o, site);
    if (at > 0) write(o, at, t, site);
    else if (at != UNWATCHED) RaddleChannel.publish(o, -(long) at, t);
  }

  /** After a read of a field that is or may be volatile, or whose word the woven class does not read itself. */
  @ForceInline
  public static void wasRead(Object o, long t, int site) {
    int at = OFFSETS.get(site);
    if (at > 0) read(o, at, t, site);
    else if (at == 0 || at < UNWATCHED && !isHushed()) readOther(o, at, t, site);
  }

  @DontInline
  private static void readOther(Object o, int at, long t, int site) {
    t = real(t);
    if (at == 0) at = RaddlePlace.resolve(o, site);
    if (at > 0) read(o, at, t, site);
    else if (at < UNWATCHED) RaddleChannel.receive(U.getLong(o, -(long) at), t);
  }

  // ---- statics: a word, then its class's number; in the word's address bit 0 marks a volatile, bit 1 a final
  // reference

  static final long VOLATILE = 1;
  static final long FINAL = 2;
  static final long FLAGS = 3;

  /** The address of the word of the site's static, with its flags; UNWATCHED has all flags set. */
  @ForceInline
  static long staticOf(int site) {
    long at = U.getLong(STATICS + ((long) site << 3));
    return at != 0 ? at : RaddlePlace.resolveStatic(site);
  }

  @ForceInline
  public static void readStatic(long t, int site) {
    if (RaddlePhase.at(site) == RaddlePhase.COLD) readStaticThere(t, site);
    else readStaticHere(t, site);
  }

  @DontInline
  private static void readStaticThere(long t, int site) {
    readStaticHere(t, site);
  }

  @ForceInline
  private static void readStaticHere(long t, int site) {
    if (isHushed() && RaddlePhase.isQuiet(site)) return;  // what its class's initialiser did is known to all threads
    long at = staticOf(site);
    if ((at & FLAGS) != 0) {
      readOther(at, t);
    } else if (RaddlePhase.isQuiet(site)) {
      use(t, U.getInt(at + 8));
    } else {
      long word = U.getLong(at);
      if (!readSeen(word, t)) touchStatic(at, word, t, site, READ);
    }
  }

  private static void readOther(long at, long t) {
    if ((at & FLAGS) == FINAL) use(t, U.getInt(at - FINAL + 8));
    else if ((at & FLAGS) == VOLATILE && !isHushed()) RaddleChannel.receive(U.getLong(at - VOLATILE), real(t));
  }

  /** Before a write to a static that may be volatile. */
  @ForceInline
  public static void publishStatic(long t, int site) {
    long at = staticOf(site);
    if ((at & FLAGS) == VOLATILE) RaddleChannel.publish(null, at - VOLATILE, real(t));
  }

  @ForceInline
  public static void writeStatic(long t, int site) {
    long at = staticOf(site);
    if ((at & FLAGS) != 0) return;
    if (RaddlePhase.isQuiet(site)) {
      use(t, U.getInt(at + 8));
      return;
    }
    long word = U.getLong(at);
    if (!writeSeen(word, t)) touchStatic(at, word, t, site, WRITE);
  }

  private static void touchStatic(long at, long word, long t, int site, int kind) {
    use(t, U.getInt(at + 8));
    touch(null, at, word, t, site, kind, 0);
  }

  // ---- class initialisation

  /** At the end of a class's initialiser. */
  public static void initialised(long t, int type) {
    initialised0(real(t), type);
  }

  /**
   * Where a class is used: the use comes after the class's initialisation. In a hush, what the initialiser did is known
   * to all threads anyway.
   */
  @ForceInline
  public static void use(long t, int type) {
    if (t == STAND_IN ? !isHushed() : !hasUsed(t, type)) useFirst(t, type);
  }

  @ForceInline
  private static boolean hasUsed(long t, int type) {
    return U.getInt(t + BLOCK_USED + ((type & USED_MASK) << 2)) == type;
  }

  /** The same where the class may not be initialised yet. Returns false as long as its initialiser has not ended. */
  static boolean useInitialised(Class<?> c, long t, int type) {
    if (hasUsed(t, type)) return true;
    if (U.shouldBeInitialized(c)) return false;
    useFirst(t, type);
    return true;
  }

  @DontInline
  private static void useFirst(long t, int type) {
    t = real(t);
    if (hasUsed(t, type)) return;
    long channel = U.getLongVolatile(null, INITIALISED + ((long) type << 3));
    if (channel == 0) return;  // this thread is just initialising it
    RaddleChannel.receive(channel, t);
    U.putInt(t + BLOCK_USED + ((type & USED_MASK) << 2), type);
  }

  // ---- arrays

  @ForceInline
  public static void arrayRead(Object a, int i, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) findAndRead(a, i, t, site);
  }

  @ForceInline
  public static void arrayWrite(Object a, int i, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) findAndWrite(a, i, t, site);
  }

  /**
   * Not inlined where there is no loop: finding the shadow costs more than the call, and would make the program's
   * methods large.
   */
  @DontInline
  private static void findAndRead(Object a, int i, long t, int site) {
    if (a != null && !RaddlePlace.hasToldEnough(site)) RaddleArray.of(a).read(i, real(t), site);
  }

  @DontInline
  private static void findAndWrite(Object a, int i, long t, int site) {
    if (a != null && !RaddlePlace.hasToldEnough(site)) RaddleArray.of(a).write(i, real(t), site);
  }

  /**
   * The same in a loop. `last` is the shadow found last time, which is most likely that of this array. Returns the
   * shadow for the next time.
   */
  @ForceInline
  public static RaddleArray arrayRead(Object a, int i, RaddleArray last, long t, int site) {
    if (a == null || RaddlePhase.isQuiet(site)) return last;
    RaddleArray shadow = last != null && last.refersTo(a) ? last : RaddleArray.of(a);
    shadow.read(i, t, site);
    return shadow;
  }

  @ForceInline
  public static RaddleArray arrayWrite(Object a, int i, RaddleArray last, long t, int site) {
    if (a == null || RaddlePhase.isQuiet(site)) return last;
    RaddleArray shadow = last != null && last.refersTo(a) ? last : RaddleArray.of(a);
    shadow.write(i, t, site);
    return shadow;
  }

  /** After a loop that made an access in each round: the indices from the first to the last, if there was any round. */
  @ForceInline
  public static RaddleArray loopRead(Object a, int first, int last, int step, RaddleArray shadow, long t, int site) {
    return RaddlePhase.isQuiet(site) ? shadow : loop(a, first, last, step, READ, shadow, t, site);
  }

  @ForceInline
  public static RaddleArray loopWrite(Object a, int first, int last, int step, RaddleArray shadow, long t, int site) {
    return RaddlePhase.isQuiet(site) ? shadow : loop(a, first, last, step, WRITE, shadow, t, site);
  }

  @DontInline
  private static RaddleArray loop(
      Object a, int first, int last, int step, int kind, RaddleArray known, long t, int site) {
    boolean up = step > 0;
    if (a == null || (up ? last < first : last > first) || RaddlePlace.hasToldEnough(site)) return known;
    RaddleArray shadow = known != null && known.refersTo(a) ? known : RaddleArray.of(a);
    int from = up ? first : last;
    shadow.range(from, (up ? last : first) + 1, up ? step : -step, kind, t, site);
    Reference.reachabilityFence(a);
    return shadow;
  }

  static boolean isArray(Object a) {
    return a != null && a.getClass().isArray();
  }

  // ---- objects as a whole

  /**
   * At the end of a constructor, with a value that it has put into a final field and that may lead to an array or a
   * collection.
   */
  @ForceInline
  public static void freeze(Object o, long t, int place) {
    // In a hush, all threads know already what this thread has done, unless it has made an access since its last
    // release.
    if (!isHushed() || !RaddleChannel.isStill(real(t))) freeze(o, t, RaddlePhase.isQuiet(place));
  }

  @DontInline
  private static void freeze(Object o, long t, boolean quiet) {
    if (isArray(o) || o instanceof Collection || o instanceof Map) RaddleGhost.freeze(o, real(t), quiet);
  }

  /** After a clone. The copy has the shadow words of its original, but does not own their records. */
  @ForceInline
  public static void cloned(Object copy, Object original, long t, int site) {
    if (RaddlePhase.isQuiet(site) && isArray(original)) return;
    cloned(copy, original, t, site, RaddlePhase.isQuiet(site));
  }

  @DontInline
  private static void cloned(Object copy, Object original, long t, int site, boolean quiet) {
    t = real(t);
    if (copy == null || original == null || copy.getClass() != original.getClass()) return;
    if (isArray(original)) {
      if (!quiet) RaddleArrays.range(original, 0, -1, READ, t, site);
      return;
    }
    RaddleViews.cloned(copy);
    RaddleField[] fields = RaddleField.allOf(original.getClass());
    for (RaddleField field : fields) U.putLong(copy, field.at, 0);
    if (quiet) return;
    for (RaddleField field : fields) field.readBy(original, t, site);
  }

  /**
   * A call that may read or write an object that is not thread-safe; the contract of the object's class says what it
   * does.
   */
  @ForceInline
  public static void call(Object o, int method, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tell(o, method, t, site);
  }

  @DontInline
  private static void tell(Object o, int method, long t, int site) {
    if (RaddlePlace.isToldEnough(site)) return;
    t = real(t);
    // While the thread is inside Raddle or a leaf, locks are not told. So accesses that they guard must not be told
    // either: calls in java.util's classes are woven too.
    if (o != null && !isInside(t) && !RaddlePlace.hasToldEnough(site)) RaddleCall.of(o.getClass(), method).tell(o, t, site);
  }

  /** The same where only the result shows whether the call was a write. Returns the number to pass to behindCall(). */
  @ForceInline
  public static int beforeCall(Object o, int method, long t, int site) {
    return RaddlePhase.isQuiet(site) ? NOT_TOLD : tellBefore(o, method, t, site);
  }

  @DontInline
  private static int tellBefore(Object o, int method, long t, int site) {
    t = real(t);
    if (RaddlePlace.hasToldEnough(site)) return NOT_TOLD;
    return o == null || isInside(t) ? 0 : RaddleCall.of(o.getClass(), method).before(o, t, site);
  }

  public static final int NOT_TOLD = Integer.MIN_VALUE;  // the count before the call is not known

  @ForceInline
  public static void behindCall(int result, Object o, int method, int count, long t, int site) {
    if (count != NOT_TOLD && !RaddlePhase.isQuiet(site)) tellBehind(result, o, method, count, t, site);
  }

  @DontInline
  private static void tellBehind(int result, Object o, int method, int count, long t, int site) {
    t = real(t);
    if (!isInside(t)) RaddleCall.of(o.getClass(), method).behind(o, result != 0, count, t, site);
  }

  @ForceInline
  public static void behindCall(Object result, Object o, int method, int count, long t, int site) {
    behindCall(result != null ? 1 : 0, o, method, count, t, site);
  }

  // ---- the check

  @ForceInline
  static boolean seen(long word, long t, int kind) {
    return kind == READ ? readSeen(word, t) : writeSeen(word, t);
  }

  /** Whether this thread has written here in this epoch, and nobody has touched it since. */
  @ForceInline
  static boolean writeSeen(long word, long t) {
    long stamp = U.getLong(t + BLOCK_STAMP);
    if (RaddleWord.wroteNow(word, stamp)) return true;
    return RaddleWord.isRecord(word) && RaddleWord.wroteNow(RaddleWord.stampIn(word, stamp), stamp);
  }

  /** The same for a read. A write in this epoch counts as well. */
  @ForceInline
  static boolean readSeen(long word, long t) {
    long stamp = U.getLong(t + BLOCK_STAMP);
    if (RaddleWord.touchedNow(word, stamp)) return true;
    return RaddleWord.isRecord(word)
        ? RaddleWord.touchedNow(RaddleWord.stampIn(word, stamp), stamp)
        : RaddleWord.readNow(word, stamp);
  }

  static boolean isMuted(long t, int kind) {
    int mute = U.getInt(t + BLOCK_MUTE);
    return mute != 0 && ((mute & MUTE_ALL) != 0 || (kind & WRITE) == 0);
  }

  /** Has the agent compute the next word, and tries again if another thread has changed the word meanwhile. */
  static void touch(Object o, long at, long word, long t, int site, int kind, int type) {
    touch(o, at, o, word, t, site, kind, type);
  }

  /** The same for a word that is not inside the object that it belongs to, the subject. Null: it belongs to a class. */
  @DontInline
  static void touch(Object o, long at, Object subject, long word, long t, int site, int kind, int type) {
    if (RaddlePlace.isToldEnough(site) || t == STAND_IN && seen(word, t = thread(), kind & WRITE)) return;
    if (isMuted(t, kind) || RaddlePlace.hasToldEnough(site)) return;
    long simple = RaddleWord.next(word, t, site, kind & WRITE);
    if (simple != 0) {
      if (RaddleWord.replace(o, at, word, simple, t)) {
        RaddleWord.note(t, site, kind & WRITE, type);
        return;
      }
      word = U.getLong(o, at);
    }
    RaddleHeld.find(t);
    for (;;) {
      long next = touch0(t, word, site, kind, type, subject, 0);
      if (next == word) return;
      boolean made = RaddleWord.isRecord(next) && !RaddleWord.isCommon(next);
      if (U.compareAndSetLong(o, at, word, next)) {
        if (made && subject != null) RaddleGhost.keep(subject, next);
        return;
      }
      if (made) free0(next);
      word = U.getLong(o, at);
    }
  }

  // ---- monitors

  @DontInline
  public static void acquire(Object o, long t, int site) {
    t = real(t);
    if (o == null || acquireUnasked(o, t)) return;
    acquire(o, RaddleGhost.monitorOf(o, site), t, 0);
    Reference.reachabilityFence(o);
  }

  @DontInline
  public static void release(Object o, long t, int site) {
    t = real(t);
    if (o == null || releaseUnasked(o, t)) return;
    release(o, RaddleGhost.monitorOf(o, site), t, 0);
    Reference.reachabilityFence(o);
  }

  // ---- in a hush

  /** Whether there is a hush: acquires ask for nothing (src/runtime/hush.h). */
  @ForceInline
  static boolean isHushed() {
    return U.getInt(HUSH) != 0;
  }

  /** All that a thread has to do at a release in a hush: end its epoch, so that all threads know what it has done. */
  @ForceInline
  static void hush(long t) {
    if (WORDS && !RaddleChannel.isStill(t)) endEpoch0(t);
  }

  /**
   * For a lock that is taken in a hush: only notes that it is held. False: there is no hush, or the agent must be told.
   */
  @ForceInline
  static boolean acquireUnasked(Object o, long t) {
    return isHushed() && RaddleChannel.isStill(t) && RaddleHeld.add(o, 0, t);
  }

  /** The same for a release. False: there is no hush, or the agent knows that the lock is held. */
  @ForceInline
  static boolean releaseUnasked(Object o, long t) {
    return isHushed() && RaddleHeld.count(t) != 0 && RaddleHeld.remove(o, t) == RaddleHeld.UNTOLD;
  }

  /**
   * If the thread has made no access since it last told what it knows, and knows already what the lock carries, the
   * acquire changes nothing: the lock is only noted as held.
   */
  static void acquire(Object o, long lock, long t, int how) {
    boolean later = how == 0 && RaddleChannel.hasReceived(lock, t) && RaddleChannel.isStill(t);
    if (!later || !RaddleHeld.add(o, lock, t)) acquire0(t, lock, how);
  }

  static void release(Object o, long lock, long t, int shared) {
    if (shared == 0 && RaddleHeld.count(t) != 0 && RaddleHeld.remove(o, t) == RaddleHeld.UNTOLD) {
      if (RaddleChannel.isCovered(lock, t)) return;
      acquire0(t, lock, TRYING);
    }
    release0(t, lock, shared);
  }

  static final int TRYING = 2;  // nobody waited for the lock, or the wait was passed over

  // ---- for class files that are too old to have class constants

  private static final Object[][] CLASSES = new Object[64][];  // pairs of a site and its class

  /** The class that a static synchronized method locks there. */
  @DontInline
  public static Object classAt(int site) {
    Object[] known = CLASSES[site & CLASSES.length - 1];
    if (known != null && (Integer) known[0] == site) return known[1];
    long t = enter();
    try {
      Object found = RaddlePlace.ownerAt(site);
      CLASSES[site & CLASSES.length - 1] = new Object[] {site, found};
      return found;
    } catch (Throwable none) {
      return null;  // nothing is told
    } finally {
      leave(t);
    }
  }

  // ---- not looking

  /** The thread runs Raddle's own code, or a library method whose contract has told all there is to tell. */
  @ForceInline
  static boolean isInside(long t) {
    return U.getInt(t + BLOCK_INSIDE) != 0;
  }

  /** The thread has a slot, so the detectors know its accesses. */
  static boolean isWatched(long t) {
    return U.getLong(t + RaddleWord.BLOCK_RING) != 0;
  }

  @ForceInline
  static void enter(long t) {
    RaddleStack.forShim();
    goInside(t);
  }

  @ForceInline
  static int goInside(long t) {
    int before = U.getInt(t + BLOCK_INSIDE);
    U.putInt(t + BLOCK_INSIDE, before + 1);
    return before;
  }

  static void setInside(long t, int inside) {
    U.putInt(t + BLOCK_INSIDE, inside);
  }

  static long enter() {
    long t = thread();
    enter(t);
    return t;
  }

  @ForceInline
  static void leave(long t) {
    U.putInt(t + BLOCK_INSIDE, U.getInt(t + BLOCK_INSIDE) - 1);
  }

  /** Turns speculation on or off. While a thread speculates, its reads are not recorded. */
  static void speculate(long t, int on) {
    int mute = U.getInt(t + BLOCK_MUTE);
    U.putInt(t + BLOCK_MUTE, on != 0 ? mute | MUTE_READS : mute & ~MUTE_READS);
  }

  /** The same for speculation that begins and ends in one method and may be nested: one level deeper (1) or back (-1). */
  static void nest(long t, int deeper) {
    U.putInt(t + BLOCK_MUTE, U.getInt(t + BLOCK_MUTE) + deeper * MUTE_READS_NESTED);
  }

  /** Whether the current thread speculates. A thread without a block does not get one by this question. */
  static boolean speculates() {
    long block = known(U.getLong(Thread.currentThread(), TID));
    return block != 0 && (U.getInt(block + BLOCK_MUTE) & ~MUTE_ALL) != 0;
  }

  static long idOf(Thread thread) {
    return U.getLong(thread, TID);
  }

  // ---- the agent

  /**
   * Makes the JVM look up all natives now. Otherwise it would look up each at its first call, in Java code. That may
   * happen deep in a stack which has room for the call but not for the look-up. Called by the agent.
   */
  private static void link() {
    link0();
  }

  private static native void link0();

  private static native long table0(int which);

  static native long attach0(Thread thread, long tid);

  /** The object, if given, is named in findings. `which` tells variables apart that are given without their object. */
  static native long touch0(long t, long word, int site, int kind, int type, Object o, int which);

  /**
   * Accesses to neighbours in an array, up to the first that does not have a record of its own. Returns how many it
   * told; their words are then as they should be.
   */
  static native int touchRecords0(long t, long words, int count, int site, int kind, int type, int which);

  /** Whether a word stands for nothing that can still race. */
  static native boolean isSettled0(long word);

  /** Whether a word stands for nothing but what this thread has done. */
  static native boolean isOwn0(long t, long word);

  /** Tells the agent which class declares the field that the site names. */
  static native void bind0(int site, String declaring);

  /** The number of a variable's name: a type, or a field as "pkg.Class.field". */
  static native int type0(Class<?> type);

  static native int name0(String name);

  /** Yields the processor to another thread. */
  static native void pause0();

  static native long newChannel0(long stamp);

  static native void free0(long handle);

  static native void acquire0(long t, long lock, int how);

  static native void release0(long t, long lock, int shared);

  static native void beginWait0(long t, long lock);

  static native void endWait0(long t);

  static native void notify0(long t, long lock);

  static native void ask0(long t, long lock, int shared);

  static native void endEpoch0(long t);

  /** From now on, synchronisation is told again. */
  static native void listen0();

  static native void publish0(long t, long channel);

  static native void receive0(long t, long channel);

  /** Publishes without a channel: whoever finds the returned stamp can receive it. 0: there is no stamp. */
  static native long publishAlone0(long t);

  static native void receiveAlone0(long t, long stamp);

  static native long fork0(long t, Thread thread, long child, boolean serves);

  static native void end0(long tid);

  static native void join0(long t, long child);

  static native void initialised0(long t, int type);

  /**
   * What the class's contract says of the method. 0: nothing; 1: no access; 2: a read; 3: a write; 4: a late write; 5:
   * a late write that the result tells of (RaddleCall).
   */
  static native int meaning0(Class<?> type, int method);

  /**
   * The field that the access goes to instead of the object itself; ":" and a field that makes a read a write, or that
   * counts writes; empty: the object itself.
   */
  static native String subject0(Class<?> type, int method);

  /** Whether the class itself declares the method. */
  static native boolean declares0(Class<?> type, int method);

  /** The names of the shadow fields of this class. */
  static native String[] shadows0(Class<?> type);

  static native String siteText0(int site, int which);

  static native ClassLoader loader0(int site);

  /**
   * The address of the word of a static that this very class declares, with its flags (VOLATILE, FINAL); UNWATCHED if
   * it is not watched; 0 if the class declares none.
   */
  static native long staticWord0(Class<?> declaring, String name);
}
