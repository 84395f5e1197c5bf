package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The shadow of an array: what is known of each element.
 *
 * <p>A small array has a word for each. A large one has <em>runs</em>, neighbours that share a word because they have the
 * same past, as long as there are few: a thread that walks through its part of an array moves the border of two runs.
 * When there get to be many that can still race, it too has a word for each element, for good. A large array that is
 * walked in steps has <em>classes</em> before that, the elements with the same index modulo the step: each has a shadow of
 * its own, where they are neighbours.
 *
 * <p>Words follow src/runtime/shadow_word.h. Several elements may name one record, which counts them
 * (src/runtime/record.h). So a word of a record changes only under this array's lock, as runs do; a word of an element's
 * own may also change without, as that of a field does.
 *
 * <p>Walking a range, or many elements from one site in one epoch, mostly means the same step from the same word to the
 * same next word again and again: the last steps are remembered, so that the agent is asked once, and so that elements
 * with the same past keep sharing a record.
 *
 * <p>Public because woven code keeps one in a local; its members are not. Calls nothing in java.util, which may be woven.
 */
public final class RaddleArray extends RaddleGhost {
  private static final int SMALL = Raddle.EVERY_ACCESS ? Integer.MAX_VALUE : 64;
  private static final int MANY = 24;
  private static final int MOST_CLASSES = 8;
  private static final int STEPS = 12;   // that are remembered, at most
  private static final int STEP = 5;     // longs each: from, to, own word, site, kind

  /** Stands for an array that there was no memory for a shadow of: no index is inside it. */
  private static final RaddleArray LOST = new RaddleArray(new long[0], 0, 0, 0);

  private final int length;
  private final int type;  // as the agent numbers it
  private long[] words;    // one for each element; null while there are runs, and where there are classes
  private RaddleArray[] classes;  // by index modulo their number; null where there are none

  private int runs;       // guarded by changes, as are the next two
  private int[] ends;     // a run has the elements from where the one before ends
  private long[] states;  // the word of each run
  private int changes;    // odd while somebody changes runs, or words of records
  private long[] steps;   // guarded by changes, as is the next: where the oldest of them is
  private int oldest;

  RaddleArray(Object array, int hash, int length, int type) {
    super(array, hash);
    this.length = length;
    this.type = type;
    if (length <= SMALL) {
      words = new long[length];
    } else {
      ends = new int[] {length, 0, 0, 0};
      states = new long[4];
      runs = 1;
    }
  }

  @ForceInline
  static RaddleArray of(Object array) {
    return RaddleGhost.of(array) instanceof RaddleArray shadow ? shadow : LOST;
  }

  // ---- elements

  @ForceInline
  void read(int i, long t, int site) {
    long[] each = words;
    if (each == null) {
      if (!seenInRun(i, t, Raddle.READ)) touchRuns(i, i + 1, t, site, Raddle.READ);
    } else if (i >= 0 && i < each.length && !Raddle.readSeen(each[i], t)) {
      touch(each, i, t, site, Raddle.READ);
    }
  }

  @ForceInline
  void write(int i, long t, int site) {
    long[] each = words;
    if (each == null) {
      if (!seenInRun(i, t, Raddle.WRITE)) touchRuns(i, i + 1, t, site, Raddle.WRITE);
    } else if (i >= 0 && i < each.length && !Raddle.writeSeen(each[i], t)) {
      touch(each, i, t, site, Raddle.WRITE);
    }
  }

  /** Elements from one index to before another, all or every so many. */
  @DontInline
  void range(int first, int end, int stride, int kind, long t, int site) {
    if (end < 0 || end > length) end = length;
    if (first < 0 || first >= end || Raddle.isMuted(t, kind)) return;
    if (stride > length) stride = length;
    if (words == null && classes == null) {
      if (stride == 1 || first + stride >= end) {
        touchRuns(first, stride == 1 ? end : first + 1, t, site, kind);
        return;
      }
      lock();
      try {
        if (stride <= MOST_CLASSES && stride * runs <= MANY) split(stride);
        else spread();
      } catch (OutOfMemoryError full) {
        return;  // not watched now; the memory is the program's
      } finally {
        unlock();
      }
    }
    long[] each = words;
    if (each == null) {
      rangeOfClasses(first, end, stride, kind, t, site);
      return;
    }
    // Most have the word of the one before. Where its owner's word was replaced by a plain store, so may theirs be.
    long seen = 0;
    long from = 0;
    long next = 0;
    for (int i = first; i >= 0 && i < end; i += stride) {
      i = stride == 1 ? skip(each, i, end, seen, from, next) : skip(each, i, end, stride, seen, from, next);
      if (i < 0 || i >= end) return;
      long word = each[i];
      if (Raddle.seen(word, t, kind)) {
        seen = word;
      } else {
        touch(each, i, t, site, kind);
        seen = next = each[i];
        from = Raddle.isRestamped(word, next, t) ? word : 0;
      }
    }
  }

  /** Goes on while there is nothing but these two words, which are not 0 but where there are none. */
  private static int skip(long[] each, int i, int end, int stride, long seen, long from, long next) {
    if (seen == 0) return i;
    while (i >= 0 && i < end) {
      long word = each[i];
      if (word != seen) {
        if (word != from || from == 0) break;
        each[i] = next;
      }
      i += stride;
    }
    return i;
  }

  /** The same for neighbours: a loop that the compiler can unroll. */
  private static int skip(long[] each, int i, int end, long seen, long from, long next) {
    if (seen == 0) return i;
    if (from == 0) {
      while (i < end && each[i] == seen) ++i;
      return i;
    }
    for (; i < end; ++i) {
      long word = each[i];
      if (word == from) each[i] = next;
      else if (word != seen) break;
    }
    return i;
  }

  @DontInline
  private void touch(long[] each, int i, long t, int site, int kind) {
    if (Raddle.isMuted(t, kind)) return;
    long word = each[i];
    long next = Raddle.next(word, t, site, kind);
    if (next != 0 && Raddle.replace(each, Raddle.elementOffset(i), word, next, t)) {
      Raddle.note(t, site, kind, type);
      return;
    }
    lock();
    try {
      for (;;) {
        word = each[i];
        if (Raddle.seen(word, t, kind)) return;
        next = step(word, t, site, kind);
        if (Raddle.U.compareAndSetLong(each, Raddle.elementOffset(i), word, next)) {
          if (next != word) drop(word);
          return;
        }
        if (next != word) drop(next);
      }
    } finally {
      unlock();
    }
  }

  // ---- runs

  /** Without the lock: whatever changes meanwhile makes it say no. */
  private boolean seenInRun(int i, long t, int kind) {
    int before = Raddle.U.getIntAcquire(this, CHANGES);
    int[] e = ends;
    long[] s = states;
    if (e == null || s == null) return seenInClass(i, t, kind);
    int k = find(e, Math.min(runs, e.length), i);
    if (k >= s.length || i >= e[k]) return false;
    long word = s[k];
    Raddle.U.loadFence();
    return (before & 1) == 0 && changes == before && Raddle.seen(word, t, kind);
  }

  /** The run that has the element: the first that ends behind it. */
  private static int find(int[] e, int count, int i) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (i < e[middle]) high = middle;
      else low = middle + 1;
    }
    return Math.max(low, 0);
  }

  @DontInline
  private void touchRuns(int from, int to, long t, int site, int kind) {
    if (from < 0 || to > length || Raddle.isMuted(t, kind)) return;
    lock();
    try {
      if (words == null && classes == null) {
        if (to == from + 1 && movesBorder(from, t, site, kind)) return;
        int first = cut(from);
        int behind = to == length ? runs : cut(to);
        for (int k = first; k < behind; ++k) {
          long word = states[k];
          if (Raddle.seen(word, t, kind)) continue;
          long next = Raddle.next(word, t, site, kind);
          if (next != 0) {
            Raddle.note(t, site, kind, type);
          } else {
            next = step(word, t, site, kind);
          }
          states[k] = next;
          if (next != word) drop(word);
        }
        merge(Math.max(first - 1, 0), Math.min(behind, runs - 1));
        if (runs > MANY) forget();
        if (runs > MANY) spread();
        return;
      }
    } catch (OutOfMemoryError full) {
      return;  // not watched now; the memory is the program's
    } finally {
      unlock();
    }
    range(from, to, 1, kind, t, site);
  }

  /** What can race with nothing any more is as good as untouched. */
  private void forget() {
    for (int k = 0; k < runs; ++k) {
      long word = states[k];
      if (word == 0 || !Raddle.isSettled0(word)) continue;
      drop(word);
      states[k] = 0;
    }
    merge(0, runs - 1);
  }

  @Override
  void forgetOwn(long t) {
    for (int c = 0; classes != null && c < classes.length; ++c) classes[c].forgetOwn(t);
    long[] each = words;
    long asked = 0;  // most have the word of the one before
    boolean own = false;
    lock();
    try {
      for (int i = 0; i < (each != null ? each.length : runs); ++i) {
        long word = each != null ? each[i] : states[i];
        if (word == 0) continue;
        if (word != asked) own = Raddle.isOwn0(t, asked = word);
        if (!own) continue;
        if (each == null) states[i] = 0;
        else if (!Raddle.U.compareAndSetLong(each, Raddle.elementOffset(i), word, 0)) continue;
        drop(word);
      }
      if (each == null && runs > 0) merge(0, runs - 1);
    } finally {
      unlock();
    }
  }

  /** The next step of a walk: the element leaves the start of its run for the end of the one before, which is ours. */
  private boolean movesBorder(int i, long t, int site, int kind) {
    int k = find(ends, runs, i);
    if (k == 0 || ends[k - 1] != i || ends[k] == i + 1) return false;
    long ours = states[k - 1];
    if (!Raddle.seen(ours, t, kind) || Raddle.next(states[k], t, site, kind) != ours) return false;
    ends[k - 1] = i + 1;
    Raddle.note(t, site, kind, type);
    return true;
  }

  /** Sees to it that a run starts here, and says which. */
  private int cut(int at) {
    int k = find(ends, runs, at);
    int begin = k == 0 ? 0 : ends[k - 1];
    if (begin == at) return k;
    if (runs == ends.length) {
      int[] e = new int[runs * 2];
      long[] s = new long[runs * 2];
      System.arraycopy(ends, 0, e, 0, runs);
      System.arraycopy(states, 0, s, 0, runs);
      ends = e;
      states = s;
    }
    System.arraycopy(ends, k, ends, k + 1, runs - k);
    System.arraycopy(states, k, states, k + 1, runs - k);
    ends[k] = at;
    share(states[k]);
    ++runs;
    return k + 1;
  }

  /** Neighbours among these that have become alike. */
  private void merge(int first, int last) {
    int kept = first;
    for (int k = first + 1; k <= last; ++k) {
      if (states[k] == states[kept]) {
        drop(states[k]);
      } else {
        ++kept;
        states[kept] = states[k];
      }
      ends[kept] = ends[k];
    }
    int gone = last - kept;
    if (gone == 0) return;
    System.arraycopy(ends, last + 1, ends, kept + 1, runs - last - 1);
    System.arraycopy(states, last + 1, states, kept + 1, runs - last - 1);
    runs -= gone;
  }

  /** A word for each element, from now on. */
  private void spread() {
    if (words != null || classes != null) return;
    long[] each = new long[length];
    int begin = 0;
    for (int k = 0; k < runs; ++k) {
      for (int i = begin; i < ends[k]; ++i) {
        each[i] = states[k];
        if (i > begin) share(states[k]);
      }
      begin = ends[k];
    }
    Raddle.U.storeFence();
    words = each;
    ends = null;
    states = null;
    runs = 0;
  }

  // ---- classes

  private RaddleArray(int length, int type) {
    this(null, 0, length, type);
  }

  /** From now on. The runs go on in each class, for the elements that it has of them. */
  private void split(int count) {
    if (words != null || classes != null) return;
    RaddleArray[] made = new RaddleArray[count];
    for (int c = 0; c < count; ++c) made[c] = new RaddleArray(below(length, c, count), type);
    for (int k = 0; k < runs; ++k) {
      for (int c = 0; c < count; ++c) {
        int from = below(k == 0 ? 0 : ends[k - 1], c, count);
        int to = below(ends[k], c, count);
        if (from < to) made[c].add(from, to, states[k]);
      }
      drop(states[k]);
    }
    Raddle.U.storeFence();
    classes = made;
    ends = null;
    states = null;
    runs = 0;
  }

  /** While it is being made: the next run. */
  private void add(int from, int to, long word) {
    if (words != null) {
      for (int i = from; i < to; ++i) {
        words[i] = word;
        share(word);
      }
      return;
    }
    int last = from > 0 ? cut(from) : 0;  // which may make the arrays anew
    if (from > 0) drop(states[last]);
    states[runs - 1] = word;
    share(word);
  }

  /** How many elements of a class come before an index. */
  private static int below(int index, int c, int count) {
    return (index - c + count - 1) / count;
  }

  private void rangeOfClasses(int first, int end, int stride, int kind, long t, int site) {
    RaddleArray[] all = classes;
    int count = all.length;
    if (stride % count == 0) {
      int c = first % count;
      all[c].range(first / count, below(end, c, count), stride / count, kind, t, site);
    } else if (stride == 1) {
      for (int c = 0; c < count; ++c) all[c].range(below(first, c, count), below(end, c, count), 1, kind, t, site);
    } else {
      for (int i = first; i >= 0 && i < end; i += stride) {
        all[i % count].range(i / count, i / count + 1, 1, kind, t, site);
      }
    }
  }

  private boolean seenInClass(int i, long t, int kind) {
    RaddleArray[] all = classes;
    if (all == null || i < 0) return false;
    RaddleArray shadow = all[i % all.length];
    int at = i / all.length;
    long[] each = shadow.words;
    return each == null ? shadow.seenInRun(at, t, kind) : at < each.length && Raddle.seen(each[at], t, kind);
  }

  // ---- what the agent says

  /** The word behind an access. A new record counts for the word that it goes into. Under the lock. */
  private long step(long word, long t, int site, int kind) {
    long own = Raddle.own(t);
    long[] known = steps;
    for (int at = 0; known != null && own != 0 && at < known.length; at += STEP) {
      if (known[at] == word && known[at + 2] == own && known[at + 3] == site && known[at + 4] == kind) {
        share(known[at + 1]);
        return known[at + 1];
      }
    }
    long next = Raddle.touch0(t, word, site, kind | Raddle.COUNTED, type, null);
    own = Raddle.own(t);
    if (own == 0 || next == word) return next;
    if (known == null) steps = known = new long[STEP * Math.min(STEPS, 1 + length / 16)];
    int at = oldest;
    oldest = (at + STEP) % known.length;
    drop(known[at]);
    drop(known[at + 1]);
    share(word);
    share(next);
    known[at] = word;
    known[at + 1] = next;
    known[at + 2] = own;
    known[at + 3] = site;
    known[at + 4] = kind;
    return next;
  }

  private static void share(long word) {
    if (Raddle.isRecord(word)) Raddle.U.getAndAddInt(null, Raddle.addressIn(word) + Raddle.RECORD_SHARES, 1);
  }

  private static void drop(long word) {
    if (Raddle.isRecord(word) && Raddle.U.getAndAddInt(null, Raddle.addressIn(word) + Raddle.RECORD_SHARES, -1) == 0) {
      Raddle.free0(word);
    }
  }

  @Override
  void gone() {
    super.gone();
    for (int c = 0; classes != null && c < classes.length; ++c) classes[c].gone();
    for (int k = 0; k < runs; ++k) drop(states[k]);
    if (words != null) {
      for (long word : words) drop(word);
    }
    for (int at = 0; steps != null && at < steps.length; at += STEP) {
      drop(steps[at]);
      drop(steps[at + 1]);
    }
  }

  // ---- the lock, which is nobody's monitor (see RaddleLock)

  private static final long CHANGES = Raddle.U.objectFieldOffset(RaddleArray.class, "changes");

  private void lock() {
    for (int tries = 0;; ++tries) {
      int now = Raddle.U.getIntVolatile(this, CHANGES);
      if ((now & 1) == 0 && Raddle.U.compareAndSetInt(this, CHANGES, now, now + 1)) return;
      if (tries < 100) Thread.onSpinWait();
      else Raddle.pause0();
    }
  }

  private void unlock() {
    Raddle.U.putIntRelease(this, CHANGES, changes + 1);
  }
}
