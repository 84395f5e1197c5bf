package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A shadow word, read and made without the agent: what an access finds in it, and what it becomes. The layout of words is
 * stated in src/runtime/shadow_word.h, that of blocks in src/agent/threads.h; the constants here repeat it.
 */
final class RaddleWord {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int SLOT_SHIFT = Raddle.SLOT_SHIFT;
  private static final int CLOCK_SHIFT = Raddle.CLOCK_SHIFT;
  static final int WRITTEN_SHIFT = 22;
  private static final int READ_SHIFT = 8;
  private static final long READ_MASK = (1L << 14) - 1;
  private static final long ADDRESS_MASK = (1L << 48) - 1;
  static final long WRITTEN = 1L << WRITTEN_SHIFT;
  private static final long STAMPS_MASK = 7;
  private static final long OWNERS = Long.MAX_VALUE & -(1L << CLOCK_SHIFT);  // slot and clock
  private static final long LOCKS_MASK = 0xff;
  private static final long FIRST_PAIR = 192;

  // Of a thread's block.
  static final long BLOCK_OWN = 2072;
  static final long BLOCK_FIRST = 2080;
  static final long BLOCK_RING = 2088;
  private static final long BLOCK_SEEN = 2096;
  private static final long BLOCK_PAIRS = 3248;
  private static final long BLOCK_RECENT = 3504;
  private static final int SEEN_MASK = 15;
  private static final int PAIRS_MASK = 63;
  private static final int RECENT_MASK = 2047;
  private static final int RING_MASK = 511;

  private RaddleWord() {}

  // ---- what is in it

  @ForceInline
  static boolean wroteNow(long word, long stamp) {
    return (word ^ stamp) >>> WRITTEN_SHIFT == 1;
  }

  /** The epochs between a write and the last read are added to the clock in its place. */
  @ForceInline
  static boolean readNow(long word, long stamp) {
    return touchedNow(word + ((word & READ_MASK << READ_SHIFT) << CLOCK_SHIFT - READ_SHIFT), stamp);
  }

  @ForceInline
  static boolean touchedNow(long word, long stamp) {
    return (word ^ stamp) >>> CLOCK_SHIFT == 0;
  }

  /** A record has stamps of its own, one for each slot modulo eight, at its very start. */
  @ForceInline
  static long stampIn(long word, long stamp) {
    return U.getLong(addressIn(word) + ((stamp >>> SLOT_SHIFT & STAMPS_MASK) << 3));
  }

  @ForceInline
  static long addressIn(long word) {
    return word & ADDRESS_MASK;
  }

  /** One that is never given back: src/runtime/common_records.h. */
  static boolean isCommon(long word) {
    return U.getInt(addressIn(word) + RECORD_SHARES) >= COMMON;
  }

  static final int RECORD_SHARES = 64;  // where a record counts the words that name it
  private static final int COMMON = 1 << 30;

  @ForceInline
  static boolean isRecord(long word) {
    return word < 0;
  }

  // ---- what it becomes

  /**
   * What an untouched word becomes, or this thread's own from an earlier epoch with the same locks, or one that can be
   * forgotten: that can be said without the agent, which learns of it by note(). 0 where it cannot; also where the thread
   * took no stack at the site yet, or where only the agent can find the site (0).
   */
  static long next(long word, long t, int site, int kind) {
    long own = U.getLong(t + BLOCK_OWN);
    if (own == 0 || site == 0 || U.getInt(lineOf(t, site)) != site) return 0;
    long next = kind == Raddle.WRITE ? own | WRITTEN : own;
    if (word == 0) return next;
    if (isRecord(word)) return 0;
    long owner = word & OWNERS;
    if (isOwn(owner, own) && owner >= U.getLong(t + BLOCK_FIRST)) {
      boolean replaces = kind == Raddle.WRITE || (word & WRITTEN) == 0;
      long locks = ((word ^ own) & LOCKS_MASK) == 0 ? own & LOCKS_MASK : replaces ? -1 : pairOf(word, own, t);
      if (locks >= 0) return replaces ? next : readSince(own, owner, locks);
    }
    return canForget(word, owner, own, t, kind) ? next : 0;
  }

  /** What a word that its owner has written becomes with a read, by these locks; 0: there is no room for it. */
  private static long readSince(long own, long owner, long locks) {
    long delta = ((own & OWNERS) - owner) >>> CLOCK_SHIFT;
    return delta > READ_MASK ? 0 : owner | WRITTEN | delta << READ_SHIFT | locks;
  }

  /**
   * The index of the locks of a word's write and those that the thread has now: Block::NotePair. -1: not known, or a read
   * with the write's locks is in the way.
   */
  private static long pairOf(long word, long own, long t) {
    long then = word & LOCKS_MASK;
    long now = own & LOCKS_MASK;
    if (then < FIRST_PAIR && (word & READ_MASK << READ_SHIFT) != 0) return -1;
    long pair = U.getInt(t + BLOCK_PAIRS + ((then * 31 + now & PAIRS_MASK) << 2));
    return pair >>> 8 == (1 << 16 | then << 8 | now) ? pair & LOCKS_MASK : -1;
  }

  /** Of the same slot. */
  @ForceInline
  private static boolean isOwn(long word, long own) {
    return ((word ^ own) & OWNERS) >>> SLOT_SHIFT == 0;
  }

  /** Puts next() in the word's place, which may fail. */
  @ForceInline
  static boolean replace(Object o, long at, long word, long next, long t) {
    if (word == 0 || !isOwn(word, U.getLong(t + BLOCK_OWN))) return U.compareAndSetLong(o, at, word, next);
    U.putLong(o, at, next);
    return true;
  }

  /** Whether replace() did it with a plain store. */
  static boolean isRestamped(long word, long next, long t) {
    long own = U.getLong(t + BLOCK_OWN);
    return word != 0 && own != 0 && !isRecord(word) && !isRecord(next) && isOwn(word, own) && isOwn(next, own);
  }

  /**
   * An access that the agent is not asked about. The type is an array's, or 0 where the site tells all. Once for each
   * site, kind and epoch: the line of the site says which was last.
   */
  @ForceInline
  static void note(long t, int site, int kind, int type) {
    long own = U.getLong(t + BLOCK_OWN) | (kind == Raddle.WRITE ? WRITTEN : 0);
    long line = lineOf(t, site);
    long note = noteOf(own, site, type);
    if (U.getLong(line) == note) return;
    U.putLong(line, note);
    long ring = U.getLong(t + BLOCK_RING);
    long n = U.getLong(ring);
    long entry = ring + 8 + ((n & RING_MASK) << 4);
    U.putLong(entry, site | (long) type << 32);
    U.putLong(entry + 8, own & (OWNERS | WRITTEN));
    U.putLong(ring, n + 1);
  }

  /** Where the thread keeps what it knows of the site: src/agent/stacks.h. */
  @ForceInline
  static long lineOf(long t, int site) {
    return t + BLOCK_RECENT + ((site & RECENT_MASK) << 4);
  }

  /** The first half of a line: the site, and above it a few bits of the type, whether written, and the clock. */
  @ForceInline
  static long noteOf(long word, int site, int type) {
    return word >>> WRITTEN_SHIFT << NOTE_SHIFT | (long) (type & NOTE_TYPES) << 32 | site;
  }

  private static final int NOTE_SHIFT = 37;
  private static final int NOTE_TYPES = 31;

  static long own(long t) {
    return U.getLong(t + BLOCK_OWN);
  }

  /** Another thread's accesses that can race with nothing any more, or not with this thread's and those after it. */
  private static boolean canForget(long word, long owner, long own, long t, int kind) {
    long last = owner + (((word >>> READ_SHIFT) & READ_MASK) << CLOCK_SHIFT);
    long slot = owner >>> SLOT_SHIFT;
    if (U.getLong(Raddle.SETTLED + (slot << 3)) >= last) return true;
    if ((own & LOCKS_MASK) != 0 || (kind == Raddle.READ && (word & WRITTEN) != 0)) return false;
    long seen = U.getLong(t + BLOCK_SEEN + ((slot & SEEN_MASK) << 3));
    return seen >>> SLOT_SHIFT == slot && seen >= last;
  }
}
