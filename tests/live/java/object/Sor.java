package object;

import java.util.concurrent.CyclicBarrier;
import support.Check;
import support.Threads;

/**
 * §5.1: rows dealt out to threads, a barrier after each sweep. Most rows have a second owner and are silent; those at the
 * seam are used by both sides, in an order that no lock says: reported, and no race (§5.3.2).
 */
public class Sor {
  static final int SIZE = 16;

  static void sweep(double[][] grid, int begin, int end) {
    for (int i = begin; i < end; ++i) {
      double[] above = grid[i - 1];
      double[] row = grid[i];
      double[] below = grid[i + 1];
      for (int j = 1; j < row.length - 1; ++j) row[j] = (above[j] + below[j] + row[j - 1] + row[j + 1]) / 4;
    }
  }

  public static void main(String[] args) throws Exception {
    double[][] grid = new double[SIZE][SIZE];  // expect: predicted double[]
    for (double[] row : grid) {
      for (int j = 0; j < row.length; ++j) row[j] = 1;
    }
    CyclicBarrier barrier = new CyclicBarrier(2);
    Threads.together(
        () -> {
          sweep(grid, 1, SIZE / 2);
          barrier.await();
          barrier.await();
        },
        () -> {
          barrier.await();
          sweep(grid, SIZE / 2, SIZE - 1);
          barrier.await();
        });
    Check.result(1.0, grid[SIZE / 2][SIZE / 2]);
  }
}
