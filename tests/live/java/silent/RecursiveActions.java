package silent;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import support.Check;

/** A sort by invokeAll of two halves and a merge of what they left. */
public class RecursiveActions {
  static final class Sort extends RecursiveAction {
    private static final long serialVersionUID = 1;
    final transient int[] data;
    final int from;
    final int to;

    Sort(int[] data, int from, int to) {
      this.data = data;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 8) {
        Arrays.sort(data, from, to);
        return;
      }
      int middle = (from + to) / 2;
      invokeAll(new Sort(data, from, middle), new Sort(data, middle, to));
      int[] merged = new int[to - from];
      int left = from;
      int right = middle;
      for (int i = 0; i < merged.length; i++) {
        boolean takeLeft = right == to || left < middle && data[left] <= data[right];
        merged[i] = data[takeLeft ? left++ : right++];
      }
      System.arraycopy(merged, 0, data, from, merged.length);
    }
  }

  public static void main(String[] args) {
    int[] data = new int[200];
    for (int i = 0; i < data.length; i++) data[i] = i * 37 % 200;
    ForkJoinPool.commonPool().invoke(new Sort(data, 0, data.length));
    for (int i = 0; i < data.length; i++) Check.same(i, data[i]);
    Check.result(199, data[199]);
  }
}
