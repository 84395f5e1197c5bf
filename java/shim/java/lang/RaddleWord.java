package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Reads and makes shadow words without the agent: what an access finds in a word, and what the word becomes. The layout
 * of words is stated in src/runtime/shadow_word.h, that of blocks in src/agent/threads.h; the constants here repeat it.
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

  // Offsets in a thread's block.
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

  // ---- what is in a word

  @ForceInline
  static boolean wroteNow(long word, long stamp) {
    return (word ^ stamp) >>> WRITTEN_SHIFT == 1;
  }

  /** The number of epochs from the write to the last read is added to the clock first. */
  @ForceInline
  static boolean readNow(long word, long stamp) {
    return touchedNow(word + ((word & READ_MASK << READ_SHIFT) << CLOCK_SHIFT - READ_SHIFT), stamp);
  }

  @ForceInline
  static boolean touchedNow(long word, long stamp) {
    return (word ^ stamp) >>> CLOCK_SHIFT == 0;
  }

  /** The stamp in the record that the word names. A record begins with a stamp for each slot modulo eight. */
  @ForceInline
  static long stampIn(long word, long stamp) {
    return U.getLong(addressIn(word) + ((stamp >>> SLOT_SHIFT & STAMPS_MASK) << 3));
  }

  @ForceInline
  static long addressIn(long word) {
    return word & ADDRESS_MASK;
  }

  /** Whether the record is common, so it is never given back: src/runtime/common_records.h. */
  static boolean isCommon(long word) {
    return U.getInt(addressIn(word) + RECORD_SHARES) >= COMMON;
  }

  static final int RECORD_SHARES = 64;  // where a record counts the words that name it
  private static final int COMMON = 1 << 30;

  @ForceInline
  static boolean isRecord(long word) {
    return word < 0;
  }

  // ---- what a word becomes

  /**
   * What the word becomes by an access, if that can be said without the agent, which learns of the access by note(). It
   * can if the word is untouched, or is this thread's from an earlier epoch with suitable locks, or can be forgotten.
   * 0: it cannot; also if the thread has not yet taken a stack at the site, or the site is 0, so that only the agent
   * can find it.
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

  /** What a written word of this thread becomes by a read, with this index of locks; 0: there is no room for it. */
  private static long readSince(long own, long owner, long locks) {
    long delta = ((own & OWNERS) - owner) >>> CLOCK_SHIFT;
    return delta > READ_MASK ? 0 : owner | WRITTEN | delta << READ_SHIFT | locks;
  }

  /**
   * The index for the pair of the write's locks and the thread's present locks: Block::NotePair. -1: it is not known,
   * or the word also stands for a read with the write's locks.
   */
  private static long pairOf(long word, long own, long t) {
    long then = word & LOCKS_MASK;
    long now = own & LOCKS_MASK;
    if (then < FIRST_PAIR && (word & READ_MASK << READ_SHIFT) != 0) return -1;
    long pair = U.getInt(t + BLOCK_PAIRS + ((then * 31 + now & PAIRS_MASK) << 2));
    return pair >>> 8 == (1 << 16 | then << 8 | now) ? pair & LOCKS_MASK : -1;
  }

  /** Whether both are of the same slot. */
  @ForceInline
  private static boolean isOwn(long word, long own) {
    return ((word ^ own) & OWNERS) >>> SLOT_SHIFT == 0;
  }

  /** Puts next() in place of the word; false if another thread was faster. */
  @ForceInline
  static boolean replace(Object o, long at, long word, long next, long t) {
    if (word == 0 || !isOwn(word, U.getLong(t + BLOCK_OWN))) return U.compareAndSetLong(o, at, word, next);
    U.putLong(o, at, next);
    return true;
  }

  /** Whether replace() used a plain store. */
  static boolean isRestamped(long word, long next, long t) {
    long own = U.getLong(t + BLOCK_OWN);
    return word != 0 && own != 0 && !isRecord(word) && !isRecord(next) && isOwn(word, own) && isOwn(next, own);
  }

  /**
   * Notes an access about which the agent is not asked: once for each site, kind and epoch. The site's line says which
   * was noted last. The type is an array's; 0: the site tells all.
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

  /** The line in which the thread keeps what it knows of the site: src/agent/stacks.h. */
  @ForceInline
  static long lineOf(long t, int site) {
    return t + BLOCK_RECENT + ((site & RECENT_MASK) << 4);
  }

  /** The first half of a line: the site; above it a few bits of the type, whether it was a write, and the clock. */
  @ForceInline
  static long noteOf(long word, int site, int type) {
    return word >>> WRITTEN_SHIFT << NOTE_SHIFT | (long) (type & NOTE_TYPES) << 32 | site;
  }

  private static final int NOTE_SHIFT = 37;
  private static final int NOTE_TYPES = 31;

  static long own(long t) {
    return U.getLong(t + BLOCK_OWN);
  }

  /**
   * Whether the word stands for another thread's accesses that can no longer race with anything, or not with this
   * thread's accesses and those after them.
   */
  private static boolean canForget(long word, long owner, long own, long t, int kind) {
    long last = owner + (((word >>> READ_SHIFT) & READ_MASK) << CLOCK_SHIFT);
    long slot = owner >>> SLOT_SHIFT;
    if (U.getLong(Raddle.SETTLED + (slot << 3)) >= last) return true;
    if ((own & LOCKS_MASK) != 0 || (kind == Raddle.READ && (word & WRITTEN) != 0)) return false;
    long seen = U.getLong(t + BLOCK_SEEN + ((slot & SEEN_MASK) << 3));
    return seen >>> SLOT_SHIFT == slot && seen >= last;
  }
}
