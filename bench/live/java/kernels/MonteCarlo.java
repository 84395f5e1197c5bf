package kernels;

import java.util.ArrayList;
import java.util.List;

/**
 * Prices of a share, simulated: thousands of paths, each an object with an array of its own, used by one thread and
 * dropped, and a small result of each in a list under a lock. What a program does that makes much garbage and shares
 * little.
 */
public final class MonteCarlo implements Kernel {
  private static final int DAYS = 500;
  private static final double START = 100;
  private static final double DRIFT = 0.05;
  private static final double VOLATILITY = 0.2;

  /** Normally distributed numbers, from a linear congruential generator by the polar method. */
  private static final class Noise {
    private long state;
    private double spare;
    private boolean hasSpare;

    Noise(long seed) {
      state = Kernel.digest(seed, 0x5DEECE66DL);
    }

    private double uniform() {
      state = state * 6364136223846793005L + 1442695040888963407L;
      return (state >>> 11) * 0x1p-53;
    }

    double next() {
      if (hasSpare) {
        hasSpare = false;
        return spare;
      }
      while (true) {
        double a = 2 * uniform() - 1;
        double b = 2 * uniform() - 1;
        double square = a * a + b * b;
        if (square >= 1 || square == 0) continue;
        double scale = Math.sqrt(-2 * Math.log(square) / square);
        spare = b * scale;
        hasSpare = true;
        return a * scale;
      }
    }
  }

  private static final class Path {
    private final double[] prices = new double[DAYS + 1];

    Path(Noise noise) {
      double dt = 1.0 / DAYS;
      prices[0] = START;
      for (int day = 1; day <= DAYS; day++) {
        double rate = (DRIFT - VOLATILITY * VOLATILITY / 2) * dt + VOLATILITY * Math.sqrt(dt) * noise.next();
        prices[day] = prices[day - 1] * Math.exp(rate);
      }
    }

    double last() {
      return prices[DAYS];
    }

    /** As it would be estimated from the prices. */
    double volatility() {
      double sum = 0;
      double squares = 0;
      for (int day = 1; day <= DAYS; day++) {
        double rate = Math.log(prices[day] / prices[day - 1]);
        sum += rate;
        squares += rate * rate;
      }
      return Math.sqrt(squares - sum * sum / DAYS);
    }
  }

  private static final class Result {
    final int task;
    final double last;
    final double volatility;

    Result(int task, Path path) {
      this.task = task;
      last = path.last();
      volatility = path.volatility();
    }
  }

  private final int threads;
  private final int paths;
  private final List<Result> results = new ArrayList<>(); // guarded by itself

  MonteCarlo(int size, int threads) {
    paths = size;
    this.threads = threads;
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, this::simulate);
  }

  private void simulate(int id) {
    for (int task = id; task < paths; task += threads) {
      Result result = new Result(task, new Path(new Noise(task)));
      synchronized (results) {
        results.add(result);
      }
    }
  }

  @Override
  public long check() {
    Kernel.require(results.size() == paths, results.size() + " results");
    results.sort((a, b) -> Integer.compare(a.task, b.task));
    double last = 0;
    double volatility = 0;
    long sum = 0;
    for (Result result : results) {
      last += result.last / paths;
      volatility += result.volatility / paths;
      sum = Kernel.digest(Kernel.digest(sum, result.last), result.volatility);
    }
    // Six standard deviations of the mean price, which is a share of about VOLATILITY of it.
    double error = 6 * START * VOLATILITY / Math.sqrt(paths);
    Kernel.require(Math.abs(last - START * Math.exp(DRIFT)) < error, "the mean price is " + last);
    Kernel.require(Math.abs(volatility - VOLATILITY) < 0.01, "the mean volatility is " + volatility);
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, MonteCarlo::new);
  }
}
