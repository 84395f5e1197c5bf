package kernels;

import java.util.Random;

/**
 * Successive over-relaxation on a grid in red and black half-sweeps. Threads have bands of rows; they wait not for all,
 * only for the bands above and below, on volatile counters. In a half-sweep neighbours touch one row at the same time,
 * one the red elements, the other the black.
 */
public final class Sor implements Kernel {
  private static final int SWEEPS = 500;
  private static final double OMEGA = 1.25;

  private final int threads;
  private final double[][] grid;

  Sor(int size, int threads) {
    this.threads = threads;
    grid = make(size);
  }

  private static double[][] make(int size) {
    Random random = new Random(10101010);
    double[][] grid = new double[size][size];
    for (double[] row : grid) {
      for (int j = 0; j < size; j++) row[j] = random.nextDouble() * 1e-6;
    }
    return grid;
  }

  @Override
  public void run() throws Exception {
    SpinBarrier done = new SpinBarrier(threads);
    Team.run(threads, id -> relax(id, done));
  }

  private void relax(int id, SpinBarrier done) {
    int rows = grid.length - 2;
    int begin = 1 + Team.part(rows, id, threads);
    int end = 1 + Team.part(rows, id + 1, threads);
    for (int half = 0; half < 2 * SWEEPS; half++) {
      if (id > 0) done.await(id - 1, half);
      if (id < threads - 1) done.await(id + 1, half);
      halfSweep(grid, begin, end, half % 2);
      done.arrive(id);
    }
  }

  private static void halfSweep(double[][] grid, int begin, int end, int colour) {
    for (int i = begin; i < end; i++) {
      double[] above = grid[i - 1];
      double[] row = grid[i];
      double[] below = grid[i + 1];
      for (int j = 1 + (i + colour) % 2; j < row.length - 1; j += 2) {
        row[j] = OMEGA / 4 * (above[j] + below[j] + row[j - 1] + row[j + 1]) + (1 - OMEGA) * row[j];
      }
    }
  }

  @Override
  public long check() {
    // The result does not depend on the number of threads, bit for bit.
    double[][] expected = make(grid.length);
    for (int half = 0; half < 2 * SWEEPS; half++) halfSweep(expected, 1, expected.length - 1, half % 2);
    long sum = 0;
    for (int i = 0; i < grid.length; i++) {
      for (int j = 0; j < grid.length; j++) {
        Kernel.require(grid[i][j] == expected[i][j], "at " + i + ", " + j);
        sum = Kernel.digest(sum, grid[i][j]);
      }
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Sor::new);
  }
}
