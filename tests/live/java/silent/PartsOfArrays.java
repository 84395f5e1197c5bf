package silent;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import support.Check;
import support.Threads;

/** One thread writes elements that the other's calls of java.util.Arrays, though given the array, do not look at. */
public class PartsOfArrays {
  static final int SIZE = 200;
  static final int[] log = new int[SIZE];  // only ever appended to
  static volatile int end = 1;

  static final byte[] bytes = {1, 0, 0, 0};
  static final long[] different = {1, 0, 0, 0};
  static final long[] others = {2, 0, 0, 0};
  static final String[] names = {"a", "b", "c", "d", "e"};
  static final char[] sorted = {'a', 'b', 'c', 'd', 'e'};
  static final short[] later = new short[4];
  static final double[] kept = new double[4];

  static void append() {
    for (int i = 1; i < SIZE; i++) {
      log[i] = i;
      end = i + 1;
    }
    bytes[3] = 7;
    different[3] = 7;
    others[2] = 7;
    names[4] = "f";
    sorted[0] = 'A';
    later[3] = 7;
    kept[1] = 7;
  }

  static void look() {
    int[] first = new int[SIZE];
    for (int n = 0; n < SIZE; ) {
      n = end;
      int[] copy = Arrays.copyOf(log, n);
      for (int i = 0; i < n; i++) first[i] = i;
      Check.same(true, Arrays.equals(log, 0, n, copy, 0, n));
      Check.same(-1, Arrays.mismatch(log, 0, n, first, 0, n));
      Check.same(n - 1, Arrays.binarySearch(log, 0, n, n - 1));
    }
    Check.same(false, Arrays.equals(different, others));
    Check.same(-1, Arrays.compare(different, others));
    Check.same(false, Arrays.equals(bytes, new byte[] {1, 2, 0, 0}));
    Check.same(0, Arrays.mismatch(different, others));
    Check.same(false, Arrays.equals(names, new String[] {"x", "b", "c", "d", "e"}));
    Check.same(false, Arrays.equals(names, new String[] {"x"}));
    Check.same(2, Arrays.binarySearch(sorted, 'c'));
    Check.same(3, Arrays.binarySearch(names, "d"));
    List<String> list = Arrays.asList(names);
    Check.same("a", list.get(0));
    Check.same(0, (int) Arrays.copyOf(later, 3)[2]);
  }

  public static void main(String[] args) throws Exception {
    DoubleStream numbers = Arrays.stream(kept);  // reads nothing yet
    Threads.together(PartsOfArrays::append, PartsOfArrays::look);
    Check.result(7.0, numbers.sum());
  }
}
