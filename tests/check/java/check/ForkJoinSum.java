package check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A recursive task that splits a range and joins: nothing. */
public class ForkJoinSum extends RecursiveTask<Long> {
  private static final long serialVersionUID = 1;
  private final transient int[] data;
  private final int low;
  private final int high;

  ForkJoinSum(int[] data, int low, int high) {
    this.data = data;
    this.low = low;
    this.high = high;
  }

  @Override
  protected Long compute() {
    if (high - low < 10) {
      long sum = 0;
      for (int i = low; i < high; i++) {
        data[i]++;
        sum += data[i];
      }
      return sum;
    }
    int middle = (low + high) >>> 1;
    ForkJoinSum left = new ForkJoinSum(data, low, middle);
    ForkJoinSum right = new ForkJoinSum(data, middle, high);
    left.fork();
    long sum = right.compute();
    return sum + left.join();
  }

  public static void main(String[] args) {
    int[] data = new int[1000];
    for (int i = 0; i < data.length; i++) {
      data[i] = i;
    }
    System.out.println(new ForkJoinPool().invoke(new ForkJoinSum(data, 0, data.length)));
  }
}
