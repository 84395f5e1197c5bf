package java.lang;

/**
 * Which sections one thread has told the agent of, by their hash, and what held then. A table in sets of WAYS, as large
 * as its thread needs: most threads have few. What falls out of it is told again, which costs time and changes nothing.
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
  private long[] around = new long[FEWEST];  // a bit of each lock that lay around all of them
  private int[] times = new int[FEWEST];
  private int lost;  // since it has grown

  // Places where locks are taken, or classes of locks where nobody knows the place, whose sections tell nothing.
  private final int[] dull = new int[DULL_MASK + 1];
  private final byte[] many = new byte[DULL_MASK + 1];  // how many in a row did not
  private int skipped;

  /** Where that section is, or would be. */
  private int find(long hash) {
    int set = placeOf(hash, hashes.length);
    for (int at = set; at < set + WAYS; ++at) {
      if (hashes[at] == hash || hashes[at] == 0) return at;
    }
    return set + (++lost & WAYS - 1);
  }

  /** Whether a section of that kind is better not looked at: most of them would tell nothing. */
  boolean isDull(int kind) {
    int at = kind & DULL_MASK;
    return dull[at] == kind && many[at] == MANY && (++skipped & SKIPPED_MASK) != 0;
  }

  /** What became of a section that was told, or would have been. */
  void note(int kind, boolean noted) {
    int at = kind & DULL_MASK;
    if (dull[at] != kind) many[at] = 0;
    dull[at] = kind;
    many[at] = noted ? 0 : (byte) Math.min(many[at] + 1, MANY);
  }

  /**
   * Whether the agent has to be told of it, which is then taken for done. That is so when it is new, when a lock around it
   * was not there this time, and when what orders threads has changed. But that changes for ever, so behind a while not
   * each change is followed. Where nobody knows where the section ends, somebody has to look now and then.
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

  /** Each set becomes two, so that all have room. */
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
      return false;  // the memory is the program's
    }
  }
}
