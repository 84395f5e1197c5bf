package check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks that fork and join: results come back by join, but all of them count in one field. */
public class RecursiveSums extends RecursiveTask<Long> {
  private static int tasks; // expect: check.RecursiveSums.tasks
  private final int[] numbers;
  private final int from, to;
  private long sum;

  RecursiveSums(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  @Override
  protected Long compute() {
    tasks++;
    if (to - from < 100) {
      for (int i = from; i < to; i++) sum += numbers[i];
      return sum;
    }
    int middle = (from + to) / 2;
    RecursiveSums left = new RecursiveSums(numbers, from, middle);
    RecursiveSums right = new RecursiveSums(numbers, middle, to);
    left.fork();
    sum = right.compute() + left.join();
    return sum;
  }

  public static void main(String[] args) {
    int[] numbers = new int[1000];
    for (int i = 0; i < numbers.length; i++) numbers[i] = i;
    System.out.println(ForkJoinPool.commonPool().invoke(new RecursiveSums(numbers, 0, numbers.length)));
  }
}
