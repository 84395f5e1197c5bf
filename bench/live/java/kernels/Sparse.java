package kernels;

import java.util.Arrays;
import java.util.Random;

/**
 * Many products of a sparse matrix, kept as (row, column, value), and a vector: arrays are read through arrays, in no
 * order. Threads own ranges of rows and need no synchronisation but start and join.
 */
public final class Sparse implements Kernel {
  private static final int PRODUCTS = 200;
  private static final int PER_ROW = 5;

  private final int threads;
  private final int size;
  private final int[] rows;
  private final int[] columns;
  private final double[] values;
  private final double[] x;
  private final double[] y;

  Sparse(int size, int threads) {
    this.threads = threads;
    this.size = size;
    int entries = size * PER_ROW;
    Random random = new Random(1966);
    rows = new int[entries];
    columns = new int[entries];
    values = new double[entries];
    x = new double[size];
    y = new double[size];
    for (int i = 0; i < entries; i++) {
      rows[i] = random.nextInt(size);
      columns[i] = random.nextInt(size);
      values[i] = random.nextDouble();
    }
    Arrays.sort(rows);
    for (int i = 0; i < size; i++) x[i] = random.nextDouble() * 1e-6;
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, id -> multiply(firstOf(Team.part(size, id, threads)), firstOf(Team.part(size, id + 1, threads))));
  }

  /** Where the entries of the rows from this one on begin. */
  private int firstOf(int row) {
    int first = (int) ((long) row * PER_ROW);
    while (first > 0 && rows[first - 1] >= row) first--;
    while (first < rows.length && rows[first] < row) first++;
    return first;
  }

  private void multiply(int begin, int end) {
    for (int product = 0; product < PRODUCTS; product++) {
      for (int i = begin; i < end; i++) y[rows[i]] += values[i] * x[columns[i]];
    }
  }

  @Override
  public long check() {
    double[] once = new double[size];
    for (int i = 0; i < rows.length; i++) once[rows[i]] += values[i] * x[columns[i]];
    long sum = 0;
    for (int i = 0; i < size; i++) {
      Kernel.require(Math.abs(y[i] - PRODUCTS * once[i]) <= 1e-9 * y[i], "row " + i + " is " + y[i]);
      sum = Kernel.digest(sum, y[i]);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Sparse::new);
  }
}
