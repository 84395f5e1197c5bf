package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The shadow of an array: what is known of each element.
 *
 * <p>A small array has a word for each element. A large array has <em>runs</em> as long as they are few: neighbours
 * with the same past share a word. A thread that walks through its part of the array only moves the border between two
 * runs. When many runs can still race, the large array too gets a word for each element, for good. Before that, a large
 * array that is walked in steps is split into <em>classes</em>: the elements with the same index modulo the step. Each
 * class has a shadow of its own, in which its elements are neighbours.
 *
 * <p>Words follow src/runtime/shadow_word.h. Several elements may name one record, which counts them
 * (src/runtime/record.h). So a word that names a record changes only under this array's lock, and so do runs. A word of
 * one element that names no record may also change without the lock, as a field's word does.
 *
 * <p>All of it is native memory (struct ArrayShadow in src/agent/ghosts.h). It lives exactly as long as the array:
 * replaced parts are kept, so that they can be read without the lock.
 *
 * <p>A range, or many elements that one site touches in one epoch, mostly needs the same step again and again, from the
 * same word to the same next word. So the last steps are remembered. Then the agent is asked only once, and elements
 * with the same past keep sharing a record.
 *
 * <p>Public because woven code keeps an instance in a local; its members are not public. It calls nothing in java.util,
 * which may be woven.
 */
public final class RaddleArray extends RaddleGhost {
  private static final Unsafe U = Raddle.U;
  private static final int MANY = 24;
  private static final int MOST_RUNS = 28;
  private static final int MOST_CLASSES = 8;
  private static final int STEPS = 12;      // steps remembered, at most
  private static final int STEP = 5;        // words for each step: from, to, own word, site, kind
  private static final int FROM = 0;
  private static final int TO = 8;
  private static final int OWN = 16;
  private static final int SITE = 24;
  private static final int KIND = 32;

  // struct ArrayShadow
  private static final long WORDS = 0;
  private static final long CHANGES = 8;
  private static final long RUNS = 12;
  private static final long KNOWN = 16;
  private static final long OLDEST = 24;
  private static final long KNOWN_WORDS = 28;
  private static final long CLASSES = 32;
  private static final long CLASS_COUNT = 40;
  private static final long LENGTH = 44;
  private static final long TYPE = 48;
  private static final long STATES = 56;
  private static final long ENDS = STATES + 8 * MOST_RUNS;

  /** Stands for an array for whose shadow there was no memory; no index is inside it. */
  static final RaddleArray LOST = new RaddleArray();

  private final int length;
  private final long shadow;

  RaddleArray(Object array, long at) {
    super(array, at);
    shadow = at + BYTES;
    length = U.getInt(shadow + LENGTH);
  }

  private RaddleArray() {
    super(null, 0);
    length = 0;
    shadow = U.allocateMemory(ENDS);
    U.setMemory(shadow, ENDS, (byte) 0);
    U.putLong(shadow + WORDS, shadow + STATES);
  }

  @ForceInline
  static RaddleArray of(Object array) {
    return RaddleGhost.of(array) instanceof RaddleArray shadow ? shadow : LOST;
  }

  // ---- elements; the caller holds the array

  @ForceInline
  void read(int i, long t, int site) {
    long each = U.getLong(shadow + WORDS);
    if (each != 0 && i >= 0 && i < length && Raddle.readSeen(U.getLong(wordOf(each, i)), t)) return;
    touch(i, t, site, Raddle.READ);
  }

  @ForceInline
  void write(int i, long t, int site) {
    long each = U.getLong(shadow + WORDS);
    if (each != 0 && i >= 0 && i < length && Raddle.writeSeen(U.getLong(wordOf(each, i)), t)) return;
    touch(i, t, site, Raddle.WRITE);
  }

  /**
   * One call for whatever is not recognised at once. It keeps the loops small into which read() and write() are
   * inlined.
   */
  @DontInline
  private void touch(int i, long t, int site, int kind) {
    if (RaddlePlace.hasToldEnough(site)) return;
    t = Raddle.real(t);
    long each = U.getLong(shadow + WORDS);
    if (each == 0) {
      if (!seenInRun(shadow, i, t, kind)) touchRuns(at, shadow, i, i + 1, t, site, kind);
    } else if (i >= 0 && i < length) {
      touch(at, shadow, wordOf(each, i), t, site, kind);
    }
  }

  /** Elements from `first` up to, but not including, `end`, in steps of `stride`. */
  @DontInline
  void range(int first, int end, int stride, int kind, long t, int site) {
    t = Raddle.real(t);
    if (!Raddle.isMuted(t, kind)) range(at, shadow, first, end, stride, kind, t, site);
  }

  @ForceInline
  private static long wordOf(long each, int i) {
    return each + ((long) i << 3);
  }

  private static void range(long at, long s, int first, int end, int stride, int kind, long t, int site) {
    int length = U.getInt(s + LENGTH);
    if (end < 0 || end > length) end = length;
    if (first < 0 || first >= end) return;
    if (stride > length) stride = length;
    if (hasRuns(s)) {
      if (stride == 1 || first + stride >= end) {
        touchRuns(at, s, first, stride == 1 ? end : first + 1, t, site, kind);
        return;
      }
      if (!spreadOrSplit(at, s, stride)) return;  // not watched this time: the memory belongs to the program
    }
    long each = U.getLongAcquire(null, s + WORDS);
    if (each == 0) {
      rangeOfClasses(at, s, first, end, stride, kind, t, site);
      return;
    }
    // Most elements have the same word as the one before. If an element's word was replaced by a plain store, because
    // this thread owned it, the same may be done to the next element with that word.
    long seen = 0;
    long from = 0;
    long next = 0;
    for (int i = first; i >= 0 && i < end; i += stride) {
      i = stride == 1 ? skip(each, i, end, seen, from, next) : skip(each, i, end, stride, seen, from, next);
      if (i < 0 || i >= end) return;
      long word = U.getLong(wordOf(each, i));
      if (Raddle.seen(word, t, kind)) {
        seen = word;
      } else if (stride == 1 && i + 1 < end && isSharedBy(word, 0)) {
        seen = 0;
        i += touchRecords(at, s, wordOf(each, i), end - i, t, site, kind) - 1;
      } else {
        touch(at, s, wordOf(each, i), t, site, kind);
        seen = next = U.getLong(wordOf(each, i));
        from = RaddleWord.isRestamped(word, next, t) ? word : 0;
      }
    }
  }

  /** Skips elements that have one of these two words, and replaces `from` by `next`. A word that is 0 stands for none. */
  private static int skip(long each, int i, int end, int stride, long seen, long from, long next) {
    if (seen == 0) return i;
    while (i >= 0 && i < end) {
      long word = U.getLong(wordOf(each, i));
      if (word != seen) {
        if (word != from || from == 0) break;
        U.putLong(wordOf(each, i), next);
      }
      i += stride;
    }
    return i;
  }

  /** The same for neighbours, as a loop that the compiler can unroll. */
  private static int skip(long each, int i, int end, long seen, long from, long next) {
    if (seen == 0) return i;
    if (from == 0) {
      while (i < end && U.getLong(wordOf(each, i)) == seen) ++i;
      return i;
    }
    for (; i < end; ++i) {
      long word = U.getLong(wordOf(each, i));
      if (word == from) U.putLong(wordOf(each, i), next);
      else if (word != seen) break;
    }
    return i;
  }

  /** Tells an access through the word of one element. */
  @DontInline
  private static void touch(long at, long s, long place, long t, int site, int kind) {
    if (Raddle.isMuted(t, kind)) return;
    long word = U.getLong(place);
    long next = RaddleWord.next(word, t, site, kind);
    if (next != 0 && RaddleWord.replace(null, place, word, next, t)) {
      RaddleWord.note(t, site, kind, U.getInt(s + TYPE));
      return;
    }
    lock(s);
    try {
      for (;;) {
        word = U.getLong(place);
        if (Raddle.seen(word, t, kind)) break;
        next = step(at, s, word, t, site, kind);
        if (U.compareAndSetLong(null, place, word, next)) {
          if (next != word) drop(word);
          break;
        }
        if (next != word) drop(next);
      }
    } finally {
      unlock(s);
    }
  }

  /**
   * The same for neighbours, with one call as long as each has a record of its own. Returns how many it did, at least
   * one.
   */
  private static int touchRecords(long at, long s, long place, int count, long t, int site, int kind) {
    RaddleHeld.find(t);
    lock(s);
    int done;
    try {
      done = Raddle.touchRecords0(
          t, place, count, site, kind | Raddle.COUNTED, U.getInt(s + TYPE), (int) (at >>> 3));
    } finally {
      unlock(s);
    }
    if (done > 0) return done;
    touch(at, s, place, t, site, kind);
    return 1;
  }

  private static boolean spreadOrSplit(long at, long s, int stride) {
    lock(s);
    try {
      return stride <= MOST_CLASSES && stride * U.getInt(s + RUNS) <= MANY ? split(at, s, stride) : spread(at, s);
    } finally {
      unlock(s);
    }
  }

  // ---- runs: each begins where the one before ends

  private static boolean hasRuns(long s) {
    return U.getLongAcquire(null, s + WORDS) == 0 && U.getLongAcquire(null, s + CLASSES) == 0;
  }

  private static int endOf(long s, int k) {
    return U.getInt(s + ENDS + ((long) k << 2));
  }

  private static void setEnd(long s, int k, int end) {
    U.putInt(s + ENDS + ((long) k << 2), end);
  }

  private static long stateOf(long s, int k) {
    return U.getLong(wordOf(s + STATES, k));
  }

  private static void setState(long s, int k, long word) {
    U.putLong(wordOf(s + STATES, k), word);
  }

  /** Moves the runs from number `from` on to number `to`. */
  private static void moveRuns(long s, int from, int to) {
    int count = U.getInt(s + RUNS) - from;
    U.copyMemory(wordOf(s + STATES, from), wordOf(s + STATES, to), (long) count << 3);
    U.copyMemory(s + ENDS + ((long) from << 2), s + ENDS + ((long) to << 2), (long) count << 2);
  }

  /** Works without the lock: it answers no if anything changes meanwhile. */
  private static boolean seenInRun(long s, int i, long t, int kind) {
    int before = U.getIntAcquire(null, s + CHANGES);
    if (U.getLongAcquire(null, s + CLASSES) != 0) return seenInClass(s, i, t, kind);
    int k = find(s, Math.min(U.getInt(s + RUNS), MOST_RUNS), i);
    if (i >= endOf(s, k)) return false;
    long word = stateOf(s, k);
    U.loadFence();
    return (before & 1) == 0 && U.getInt(s + CHANGES) == before && Raddle.seen(word, t, kind);
  }

  /** The run that contains the element: the first one that ends after it. */
  private static int find(long s, int count, int i) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (i < endOf(s, middle)) high = middle;
      else low = middle + 1;
    }
    return Math.max(low, 0);
  }

  @DontInline
  private static void touchRuns(long at, long s, int from, int to, long t, int site, int kind) {
    int length = U.getInt(s + LENGTH);
    if (from < 0 || to > length || Raddle.isMuted(t, kind)) return;
    lock(s);
    boolean runs;
    try {
      runs = hasRuns(s);
      if (runs) touchRunsLocked(at, s, from, to, length, t, site, kind);
    } finally {
      unlock(s);
    }
    if (!runs) range(at, s, from, to, 1, kind, t, site);
  }

  private static void touchRunsLocked(long at, long s, int from, int to, int length, long t, int site, int kind) {
    if (to == from + 1 && movesBorder(s, from, t, site, kind)) return;
    if (U.getInt(s + RUNS) > MANY && !spread(at, s)) return;  // not watched this time: the memory belongs to the program
    int first = cut(s, from);
    int behind = to == length ? U.getInt(s + RUNS) : cut(s, to);
    for (int k = first; k < behind; ++k) {
      long word = stateOf(s, k);
      if (Raddle.seen(word, t, kind)) continue;
      long next = RaddleWord.next(word, t, site, kind);
      if (next != 0) {
        RaddleWord.note(t, site, kind, U.getInt(s + TYPE));
      } else {
        next = step(at, s, word, t, site, kind);
      }
      setState(s, k, next);
      if (next != word) drop(word);
    }
    merge(s, Math.max(first - 1, 0), Math.min(behind, U.getInt(s + RUNS) - 1));
    if (U.getInt(s + RUNS) > MANY) forget(s);
    if (U.getInt(s + RUNS) > MANY) spread(at, s);
  }

  /** Resets runs that can no longer race with anything; they are as good as untouched. */
  private static void forget(long s) {
    int runs = U.getInt(s + RUNS);
    for (int k = 0; k < runs; ++k) {
      long word = stateOf(s, k);
      if (word == 0 || !Raddle.isSettled0(word)) continue;
      drop(word);
      setState(s, k, 0);
    }
    merge(s, 0, runs - 1);
  }

  @Override
  void forgetOwn(long t) {
    forgetOwn(shadow, t);
  }

  private static void forgetOwn(long s, long t) {
    boolean split = U.getLongAcquire(null, s + CLASSES) != 0;
    for (int c = 0; split && c < U.getInt(s + CLASS_COUNT); ++c) forgetOwn(classOf(s, c), t);
    long asked = 0;  // most elements have the same word as the one before
    boolean own = false;
    lock(s);
    try {
      long each = U.getLong(s + WORDS);
      int count = each != 0 ? U.getInt(s + LENGTH) : U.getInt(s + RUNS);
      for (int i = 0; i < count; ++i) {
        long place = wordOf(each != 0 ? each : s + STATES, i);
        long word = U.getLong(place);
        if (word == 0) continue;
        if (word != asked) own = Raddle.isOwn0(t, asked = word);
        if (own && U.compareAndSetLong(null, place, word, 0)) drop(word);
      }
      if (each == 0 && count > 0) merge(s, 0, count - 1);
    } finally {
      unlock(s);
    }
  }

  /** The next step of a walk: the element moves from the start of its run to the end of the run before, which is ours. */
  private static boolean movesBorder(long s, int i, long t, int site, int kind) {
    int k = find(s, U.getInt(s + RUNS), i);
    if (k == 0 || endOf(s, k - 1) != i || endOf(s, k) == i + 1) return false;
    long ours = stateOf(s, k - 1);
    if (!Raddle.seen(ours, t, kind) || RaddleWord.next(stateOf(s, k), t, site, kind) != ours) return false;
    setEnd(s, k - 1, i + 1);
    RaddleWord.note(t, site, kind, U.getInt(s + TYPE));
    return true;
  }

  /** Makes a run start at this index, and returns its number. There is room for two more runs than MANY. */
  private static int cut(long s, int at) {
    int runs = U.getInt(s + RUNS);
    int k = find(s, runs, at);
    int begin = k == 0 ? 0 : endOf(s, k - 1);
    if (begin == at) return k;
    moveRuns(s, k, k + 1);
    setEnd(s, k, at);
    share(stateOf(s, k));
    U.putInt(s + RUNS, runs + 1);
    return k + 1;
  }

  /** Joins neighbours among these runs that have become alike. */
  private static void merge(long s, int first, int last) {
    int kept = first;
    for (int k = first + 1; k <= last; ++k) {
      if (stateOf(s, k) == stateOf(s, kept)) {
        drop(stateOf(s, k));
      } else {
        ++kept;
        setState(s, kept, stateOf(s, k));
      }
      setEnd(s, kept, endOf(s, k));
    }
    if (kept == last) return;
    moveRuns(s, last + 1, kept + 1);
    U.putInt(s + RUNS, U.getInt(s + RUNS) - (last - kept));
  }

  /** From now on, each element has a word. False if there is no memory. */
  private static boolean spread(long at, long s) {
    if (!hasRuns(s)) return true;
    long each = memory0(at, (long) U.getInt(s + LENGTH) << 3);
    if (each == 0) return false;
    int begin = 0;
    for (int k = 0; k < U.getInt(s + RUNS); ++k) {
      int end = endOf(s, k);
      long word = stateOf(s, k);
      for (int i = begin; i < end; ++i) {
        U.putLong(wordOf(each, i), word);
        if (i > begin) share(word);
      }
      begin = end;
    }
    U.putInt(s + RUNS, 0);
    U.putLongRelease(null, s + WORDS, each);
    return true;
  }

  // ---- classes

  private static long classOf(long s, int c) {
    return U.getLong(wordOf(U.getLong(s + CLASSES), c));
  }

  /**
   * From now on, the array is split into classes. Each class takes over the runs, restricted to its elements. False if
   * there is no memory.
   */
  private static boolean split(long at, long s, int count) {
    if (!hasRuns(s)) return true;
    long made = memory0(at, 8 * count);
    int length = U.getInt(s + LENGTH);
    for (int c = 0; made != 0 && c < count; ++c) {
      long shadow = shadow0(at, below(length, c, count), U.getInt(s + TYPE));
      if (shadow == 0) return false;
      U.putLong(wordOf(made, c), shadow);
    }
    if (made == 0) return false;
    for (int k = 0; k < U.getInt(s + RUNS); ++k) {
      for (int c = 0; c < count; ++c) {
        int from = below(k == 0 ? 0 : endOf(s, k - 1), c, count);
        int to = below(endOf(s, k), c, count);
        if (from < to) add(U.getLong(wordOf(made, c)), from, to, stateOf(s, k));
      }
      drop(stateOf(s, k));
    }
    U.putInt(s + RUNS, 0);
    U.putInt(s + CLASS_COUNT, count);
    U.putLongRelease(null, s + CLASSES, made);
    return true;
  }

  /** Adds the next run to a class that is being made. */
  private static void add(long s, int from, int to, long word) {
    long each = U.getLong(s + WORDS);
    if (each != 0) {
      for (int i = from; i < to; ++i) {
        U.putLong(wordOf(each, i), word);
        share(word);
      }
      return;
    }
    if (from > 0) drop(stateOf(s, cut(s, from)));
    setState(s, U.getInt(s + RUNS) - 1, word);
    share(word);
  }

  /** The number of elements of a class before an index. */
  private static int below(int index, int c, int count) {
    return (index - c + count - 1) / count;
  }

  private static void rangeOfClasses(long at, long s, int first, int end, int stride, int kind, long t, int site) {
    int count = U.getInt(s + CLASS_COUNT);
    if (stride % count == 0) {
      int c = first % count;
      range(at, classOf(s, c), first / count, below(end, c, count), stride / count, kind, t, site);
    } else if (stride == 1) {
      for (int c = 0; c < count; ++c) {
        range(at, classOf(s, c), below(first, c, count), below(end, c, count), 1, kind, t, site);
      }
    } else {
      for (int i = first; i >= 0 && i < end; i += stride) {
        range(at, classOf(s, i % count), i / count, i / count + 1, 1, kind, t, site);
      }
    }
  }

  private static boolean seenInClass(long s, int i, long t, int kind) {
    int count = U.getInt(s + CLASS_COUNT);
    if (i < 0 || i >= U.getInt(s + LENGTH)) return false;
    long shadow = classOf(s, i % count);
    long each = U.getLong(shadow + WORDS);
    int at = i / count;
    return each == 0 ? seenInRun(shadow, at, t, kind) : Raddle.seen(U.getLong(wordOf(each, at)), t, kind);
  }

  // ---- what the agent says

  /** The word after an access. A new record is counted for the element that it goes into. Under the lock. */
  private static long step(long at, long s, long word, long t, int site, int kind) {
    long own = RaddleWord.own(t);
    long known = U.getLong(s + KNOWN);
    int bytes = U.getInt(s + KNOWN_WORDS) << 3;
    int counted = 0;
    for (long step = known; step < known + bytes; step += 8 * STEP) {
      boolean from = U.getLong(step + FROM) == word;
      boolean now = U.getLong(step + OWN) == own;
      if (from && now && own != 0 && U.getLong(step + SITE) == site && U.getLong(step + KIND) == kind) {
        long next = U.getLong(step + TO);
        share(next);
        return next;
      }
      if (!now && (from || U.getLong(step + TO) == word)) ++counted;
    }
    if (counted > 0 && isSharedBy(word, counted)) forgetSteps(known, bytes, word);
    RaddleHeld.find(t);
    long next = Raddle.touch0(t, word, site, kind | Raddle.COUNTED, U.getInt(s + TYPE), null, (int) (at >>> 3));
    own = RaddleWord.own(t);
    if (own == 0 || next == word) return next;
    if (known == 0) {
      int words = STEP * Math.min(STEPS, 1 + U.getInt(s + LENGTH) / 16);
      known = memory0(at, 8 * words);
      if (known == 0) return next;
      bytes = words << 3;
      U.putLong(s + KNOWN, known);
      U.putInt(s + KNOWN_WORDS, words);
    }
    long step = known + U.getInt(s + OLDEST);
    U.putInt(s + OLDEST, (U.getInt(s + OLDEST) + 8 * STEP) % bytes);
    forgetStep(step);
    share(word);
    share(next);
    U.putLong(step + FROM, word);
    U.putLong(step + TO, next);
    U.putLong(step + OWN, own);
    U.putLong(step + SITE, site);
    U.putLong(step + KIND, kind);
    return next;
  }

  /**
   * Forgets steps of other epochs. They are of no use any more, and a record that they share would be copied when it
   * changes.
   */
  private static void forgetSteps(long known, int bytes, long word) {
    for (long step = known; step < known + bytes; step += 8 * STEP) {
      if (U.getLong(step + FROM) == word || U.getLong(step + TO) == word) forgetStep(step);
    }
  }

  private static void forgetStep(long step) {
    drop(U.getLong(step + FROM));
    drop(U.getLong(step + TO));
    U.putLong(step + FROM, 0);
    U.putLong(step + TO, 0);
  }

  /** Whether the word's record is shared by one element and `count` others, and by nobody else. */
  private static boolean isSharedBy(long word, int count) {
    return RaddleWord.isRecord(word) && U.getInt(RaddleWord.addressIn(word) + RaddleWord.RECORD_SHARES) == count;
  }

  private static void share(long word) {
    if (RaddleWord.isRecord(word)) U.getAndAddInt(null, RaddleWord.addressIn(word) + RaddleWord.RECORD_SHARES, 1);
  }

  private static void drop(long word) {
    if (RaddleWord.isRecord(word) && U.getAndAddInt(null, RaddleWord.addressIn(word) + RaddleWord.RECORD_SHARES, -1) == 0) {
      Raddle.free0(word);
    }
  }

  // ---- the lock, which is not a monitor (see RaddleLock)

  private static void lock(long s) {
    RaddleStack.forShim();
    for (int tries = 0;; ++tries) {
      int now = U.getIntVolatile(null, s + CHANGES);
      if ((now & 1) == 0 && U.compareAndSetInt(null, s + CHANGES, now, now + 1)) return;
      if (tries < 100) Thread.onSpinWait();
      else Raddle.pause0();
    }
  }

  private static void unlock(long s) {
    U.putIntRelease(null, s + CHANGES, U.getInt(s + CHANGES) + 1);
  }
}
