package kernels;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;

/**
 * LU factorisation with partial pivoting, rows dealt out to the threads. Before each column one thread chooses and
 * moves the pivot row; a CyclicBarrier on either side of that keeps the others away.
 */
public final class LuFact implements Kernel {
  private final int threads;
  private final double[][] matrix;
  private final double[][] factors;
  private final int[] pivots;

  LuFact(int size, int threads) {
    this.threads = threads;
    Random random = new Random(1325);
    matrix = new double[size][size];
    factors = new double[size][];
    pivots = new int[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) matrix[i][j] = random.nextDouble() - 0.5;
      factors[i] = matrix[i].clone();
    }
  }

  @Override
  public void run() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(threads);
    Team.run(threads, id -> factor(id, barrier));
  }

  private void factor(int id, CyclicBarrier barrier) throws Exception {
    int size = factors.length;
    for (int k = 0; k < size; k++) {
      if (id == 0) movePivot(k);
      barrier.await();
      double[] pivot = factors[k];
      // Row i is always the same thread's, so that the load stays even as the matrix shrinks.
      for (int i = k + 1; i < size; i++) {
        if (i % threads == id) eliminate(factors[i], pivot, k);
      }
      barrier.await();
    }
  }

  private void movePivot(int k) {
    int best = k;
    for (int i = k + 1; i < factors.length; i++) {
      if (Math.abs(factors[i][k]) > Math.abs(factors[best][k])) best = i;
    }
    double[] row = factors[best];
    factors[best] = factors[k];
    factors[k] = row;
    pivots[k] = best;
  }

  private static void eliminate(double[] row, double[] pivot, int k) {
    double factor = row[k] / pivot[k];
    row[k] = factor;
    for (int j = k + 1; j < row.length; j++) row[j] -= factor * pivot[j];
  }

  @Override
  public long check() {
    int size = factors.length;
    // The right-hand side for which the solution is all ones.
    double[] x = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) x[i] += matrix[i][j];
    }
    for (int k = 0; k < size; k++) {
      double other = x[pivots[k]];
      x[pivots[k]] = x[k];
      x[k] = other;
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) x[i] -= factors[i][j] * x[j];
    }
    for (int i = size - 1; i >= 0; i--) {
      for (int j = i + 1; j < size; j++) x[i] -= factors[i][j] * x[j];
      x[i] /= factors[i][i];
    }
    long sum = 0;
    for (int i = 0; i < size; i++) {
      Kernel.require(Math.abs(x[i] - 1) < 1e-6, "unknown " + i + " is " + x[i]);
      sum = Kernel.digest(sum, x[i]);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, LuFact::new);
  }
}
