package java.lang;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * A number for each site, which is set once; 0 is not set. For a compiler that finds it set, it is a constant, and
 * whatever depends on it costs nothing.
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

  /** If two threads set it at once, they set the same number. */
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
