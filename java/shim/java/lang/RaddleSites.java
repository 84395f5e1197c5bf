package java.lang;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * A number for each site, which is set once. To the compiler that finds it set it is a constant, and what depends on it
 * costs nothing. 0 is not set.
 */
public final class RaddleSites {
  private static final int SHIFT = 12;
  private static final int MASK = (1 << SHIFT) - 1;

  @Stable private final int[][] parts = new int[1 << 26 - SHIFT][];

  RaddleSites() {}

  @ForceInline
  public int get(int site) {
    int[] part = parts[site >>> SHIFT];
    return part == null ? 0 : part[site & MASK];
  }

  /** What two threads set at once is the same. */
  void set(int site, int number) {
    int[] part = parts[site >>> SHIFT];
    if (part == null) {
      RaddleLock.CHANGE.lock();
      try {
        part = parts[site >>> SHIFT];
        if (part == null) parts[site >>> SHIFT] = part = new int[MASK + 1];
      } catch (OutOfMemoryError full) {
        return;  // it will be looked up again
      } finally {
        RaddleLock.CHANGE.unlock();
      }
    }
    part[site & MASK] = number;
  }
}
