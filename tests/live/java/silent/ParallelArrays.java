package silent;

import java.util.Arrays;
import support.Check;

/** The parallel operations of Arrays read what was written before and leave what is read after. */
public class ParallelArrays {
  public static void main(String[] args) {
    int[] data = new int[20_000];
    for (int i = 0; i < data.length; i++) data[i] = data.length - i;
    Arrays.parallelSort(data);
    Check.same(1, data[0]);
    Arrays.parallelPrefix(data, Integer::sum);
    Check.same(6, data[2]);
    Arrays.parallelSetAll(data, i -> data.length - i);
    Check.result("20000 1", data[0] + " " + data[data.length - 1]);
  }
}
