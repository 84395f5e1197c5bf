package kernels;

/** Fourier coefficients of (x+1)^x on [0,2]: almost all arithmetic, a write of an array element now and then. */
public final class Series implements Kernel {
  private static final int INTERVALS = 1000;
  private static final double LENGTH = 2;

  private final int threads;
  private final double[] cosines;
  private final double[] sines;

  Series(int size, int threads) {
    this.threads = threads;
    cosines = new double[size];
    sines = new double[size];
  }

  @Override
  public void run() throws Exception {
    int size = cosines.length;
    Team.run(threads, id -> coefficients(Team.part(size, id, threads), Team.part(size, id + 1, threads)));
  }

  private void coefficients(int begin, int end) {
    for (int n = begin; n < end; n++) {
      double frequency = 2 * Math.PI * n / LENGTH;
      double cosine = 0;
      double sine = 0;
      double step = LENGTH / INTERVALS;
      for (int i = 0; i <= INTERVALS; i++) {
        double x = i * step;
        double weight = i == 0 || i == INTERVALS ? step / 2 : step;
        double value = weight * Math.pow(x + 1, x);
        cosine += value * Math.cos(frequency * x);
        sine += value * Math.sin(frequency * x);
      }
      cosines[n] = cosine * (2 / LENGTH);
      sines[n] = sine * (2 / LENGTH);
    }
  }

  @Override
  public long check() {
    // Simpson's rule, as an opinion of another kind on the first few.
    for (int n = 0; n < 4; n++) {
      double frequency = 2 * Math.PI * n / LENGTH;
      double sum = 0;
      int intervals = 20_000;
      for (int i = 0; i <= intervals; i++) {
        double x = LENGTH * i / intervals;
        double weight = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * Math.pow(x + 1, x) * Math.cos(frequency * x);
      }
      double expected = sum * LENGTH / intervals / 3 * (2 / LENGTH);
      Kernel.require(Math.abs(cosines[n] - expected) < 1e-4, "coefficient " + n + " is " + cosines[n]);
    }
    long sum = 0;
    for (int n = 0; n < cosines.length; n++) sum = Kernel.digest(Kernel.digest(sum, cosines[n]), sines[n]);
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Series::new);
  }
}
