package java.lang;

import java.lang.invoke.RaddlePhase;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import jdk.internal.util.ArraysSupport;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What System.arraycopy and java.util.Arrays do to elements of arrays. The woven code that calls them tells of it
 * (src/weave/array_calls.h). A range goes from one index up to, but not including, another; -1 stands for the array's
 * end. A range that the call itself refuses is not told.
 */
public final class RaddleArrays {
  // What a comparison returns; the weaver uses the same numbers.
  private static final int EQUALS = 0;
  private static final int COMPARE = 1;
  private static final int MISMATCH = 2;

  private RaddleArrays() {}

  @ForceInline
  public static void range(Object a, int from, int to, int kind, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tell(a, from, to, kind, t, site);
  }

  @DontInline
  private static void tell(Object a, int from, int to, int kind, long t, int site) {
    if (from < 0 || !Raddle.isArray(a) || RaddlePlace.hasToldEnough(site)) return;
    if (kind == Raddle.WRITE && to > Array.getLength(a)) return;  // a copy may ask for more than there is
    RaddleViews.elements(a, from, to, kind);
    if (Raddle.WORDS) RaddleArray.of(a).range(from, to < 0 ? Integer.MAX_VALUE : to, 1, kind, t, site);
    Reference.reachabilityFence(a);
  }

  @ForceInline
  public static void copied(Object from, int fromIndex, Object to, int toIndex, int length, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tellCopied(from, fromIndex, to, toIndex, length, t, site);
  }

  @DontInline
  private static void tellCopied(Object from, int fromIndex, Object to, int toIndex, int length, long t, int site) {
    if (!Raddle.isArray(from) || !Raddle.isArray(to) || length <= 0) return;
    if (!holds(from, fromIndex, length) || !holds(to, toIndex, length) || !fits(from, to)) return;
    tell(from, fromIndex, fromIndex + length, Raddle.READ, t, site);
    tell(to, toIndex, toIndex + length, Raddle.WRITE, t, site);
  }

  /**
   * An array that is passed to a call, which uses `count` of its elements; if `count` is negative and not the call's
   * result, all from `from` on. If the call is made on an object of a program class, that class tells of its accesses
   * itself.
   */
  @ForceInline
  public static void given(int count, Object on, Object a, int from, int isResult, int kind, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tellGiven(count, on, a, from, isResult, kind, t, site);
  }

  @DontInline
  private static void tellGiven(int count, Object on, Object a, int from, int isResult, int kind, long t, int site) {
    if (!Raddle.isArray(a) || on != null && on.getClass().getClassLoader0() != null) return;
    if (count < 0 && isResult == 0) count = Array.getLength(a) - from;
    if (count > 0 && holds(a, from, count)) range(a, from, from + count, kind, t, site);
  }

  /** Elements of the array behind a buffer, if there is one. */
  @ForceInline
  public static void buffered(Object buffer, int index, int size, int kind, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tellBuffered(buffer, index, size, kind, t, site);
  }

  @DontInline
  private static void tellBuffered(Object buffer, int index, int size, int kind, long t, int site) {
    if (!(buffer instanceof Buffer it) || !it.hasArray() || index < 0 || index > it.limit() - size) return;
    int from = it.arrayOffset() + index;
    tell(it.array(), from, from + size, kind, t, site);
  }

  private static boolean holds(Object a, int from, int length) {
    return from >= 0 && length <= Array.getLength(a) - from;
  }

  private static boolean fits(Object from, Object to) {
    boolean objects = from instanceof Object[];
    return objects ? to instanceof Object[] : from.getClass() == to.getClass();
  }

  /** After a comparison of two ranges, which has ended at the first difference. */
  @ForceInline
  public static void compared(
      int answer, Object a, int from, int to, Object b, int otherFrom, int otherTo, int kind, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tellCompared(answer, a, from, to, b, otherFrom, otherTo, kind, t, site);
  }

  @DontInline
  private static void tellCompared(
      int answer, Object a, int from, int to, Object b, int otherFrom, int otherTo, int kind, long t, int site) {
    if (a == b && from == otherFrom || !Raddle.isArray(a) || !Raddle.isArray(b)) return;
    if (to < 0) to = Array.getLength(a);
    if (otherTo < 0) otherTo = Array.getLength(b);
    if (kind == EQUALS && to - from != otherTo - otherFrom) return;  // no element was looked at
    int length = Math.min(to - from, otherTo - otherFrom);
    if (length <= 0) return;
    boolean same = kind == EQUALS ? answer != 0 : kind == COMPARE ? answer == 0 : answer < 0;
    int read = same ? length : Math.min(length, kind == MISMATCH ? answer + 1 : alike(a, from, b, otherFrom, length) + 1);
    tell(a, from, from + read, Raddle.READ, t, site);
    tell(b, otherFrom, otherFrom + read, Raddle.READ, t, site);
  }

  /** The number of elements, at least, that are the same at both places before the first difference. */
  private static int alike(Object a, int from, Object b, int otherFrom, int length) {
    if (a instanceof Object[] these && b instanceof Object[] others) {
      int i = 0;
      while (i < length && these[from + i] == others[otherFrom + i]) ++i;
      return i;
    }
    int difference = difference(a, from, b, otherFrom, length);
    return difference < 0 ? length : difference;
  }

  private static int difference(Object a, int i, Object b, int j, int length) {
    if (a instanceof byte[] x && b instanceof byte[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof char[] x && b instanceof char[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof short[] x && b instanceof short[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof int[] x && b instanceof int[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof long[] x && b instanceof long[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof float[] x && b instanceof float[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof double[] x && b instanceof double[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    if (a instanceof boolean[] x && b instanceof boolean[] y) return ArraysSupport.mismatch(x, i, y, j, length);
    return 0;
  }

  /** After a binary search. The result says which way the search went at each element. */
  @ForceInline
  public static void searched(int answer, Object a, int from, int to, long t, int site) {
    if (!RaddlePhase.isQuiet(site)) tellSearched(answer, a, from, to, t, site);
  }

  @DontInline
  private static void tellSearched(int answer, Object a, int from, int to, long t, int site) {
    if (!Raddle.isArray(a)) return;
    int low = from;
    int high = (to < 0 ? Array.getLength(a) : to) - 1;
    int place = answer < 0 ? -(answer + 1) : answer;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      tell(a, middle, middle + 1, Raddle.READ, t, site);
      if (middle == answer) return;
      if (middle < place) low = middle + 1;
      else high = middle - 1;
    }
  }
}
