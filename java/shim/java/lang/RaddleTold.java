package java.lang;

/**
 * Which sections one thread has told the agent of, by their hash, and what was true then. A table in sets of WAYS
 * lines. It is as large as its thread needs; most threads have few sections. A section that falls out is told again,
 * which costs time but changes nothing.
 */
final class RaddleTold {
  private static final int WAYS = 4;
  private static final int FEWEST = 64;
  private static final int MOST = 4096;
  private static final int OFTEN = 8;
  private static final int DULL_MASK = 255;
  private static final int MANY = 64;
  private static final int SKIPPED_MASK = 15;

  private long[] hashes = new long[FEWEST];
  private long[] versions = new long[FEWEST];
  private long[] around = new long[FEWEST];  // a bit for each lock that was held around all sections of that hash
  private int[] times = new int[FEWEST];
  private int lost;  // lines that fell out since the table grew

  // Kinds of sections, and whether they tell nothing. A kind is the place where the lock is taken, or the lock's class
  // where the place is not known.
  private final int[] dull = new int[DULL_MASK + 1];
  private final byte[] many = new byte[DULL_MASK + 1];  // how many in a row told nothing
  private int skipped;

  /** The section's line, or the one that it would get. */
  private int find(long hash) {
    int set = placeOf(hash, hashes.length);
    for (int at = set; at < set + WAYS; ++at) {
      if (hashes[at] == hash || hashes[at] == 0) return at;
    }
    return set + (++lost & WAYS - 1);
  }

  /** Whether a section of this kind should be skipped, because most of them tell nothing. */
  boolean isDull(int kind) {
    int at = kind & DULL_MASK;
    return dull[at] == kind && many[at] == MANY && (++skipped & SKIPPED_MASK) != 0;
  }

  /** Notes whether a section of this kind, which was told or would have been, was of use. */
  void note(int kind, boolean noted) {
    int at = kind & DULL_MASK;
    if (dull[at] != kind) many[at] = 0;
    dull[at] = kind;
    many[at] = noted ? 0 : (byte) Math.min(many[at] + 1, MANY);
  }

  /**
   * Whether the agent must be told of a section; it then counts as told. It must if the section is new, if a lock that
   * was always held around it is missing this time, or if what orders threads has changed. The latter changes for ever,
   * so after a while not every change counts. A section whose end has no known place must be looked at now and then.
   */
  boolean isNews(long hash, long version, long outer, boolean placed) {
    int at = find(hash);
    if (hashes[at] != hash) {
      if (lost > hashes.length / 2 && grow()) at = find(hash);
      hashes[at] = hash;
      times[at] = 0;
      around[at] = outer;
    } else if ((around[at] & ~outer) != 0) {
      around[at] &= outer;
    } else if (versions[at] >>> 32 == version >>> 32) {  // not stale
      boolean same = versions[at] == version;
      if (same && placed) return false;
      if (times[at] != Integer.MAX_VALUE) ++times[at];
      if ((same || times[at] > OFTEN) && (times[at] & times[at] - 1) != 0) return false;
    }
    versions[at] = version;
    return true;
  }

  private static int placeOf(long hash, int size) {
    return (int) (hash >>> 40) & size - WAYS;
  }

  /** Splits each set into two, so everything has room. */
  private boolean grow() {
    int size = hashes.length * 2;
    lost = 0;
    if (size > MOST) return false;
    try {
      long[] h = new long[size];
      long[] v = new long[size];
      long[] a = new long[size];
      int[] t = new int[size];
      for (int i = 0; i < hashes.length; ++i) {
        if (hashes[i] == 0) continue;
        int to = placeOf(hashes[i], size);
        while (h[to] != 0) ++to;
        h[to] = hashes[i];
        v[to] = versions[i];
        a[to] = around[i];
        t[to] = times[i];
      }
      hashes = h;
      versions = v;
      around = a;
      times = t;
      return true;
    } catch (OutOfMemoryError full) {
      return false;  // the memory belongs to the program
    }
  }
}
