package kernels;

/**
 * A program to measure. A constructor of (size, threads) makes the input, {@link #run} is what is timed, and {@link
 * #check} looks at the result: it throws where the result is wrong, and otherwise digests all of it into a number that
 * depends on size and threads alone, never on the schedule.
 *
 * <p>Every kernel is free of data races by construction.
 */
interface Kernel {
  void run() throws Exception;

  long check() throws Exception;

  interface Maker {
    Kernel make(int size, int threads) throws Exception;
  }

  /** A main method: the kernel twice, the first to warm up; prints the second's time and the checksum of both. */
  static void measure(String[] args, Maker maker) throws Exception {
    int size = Integer.parseInt(args[0]);
    int threads = Integer.parseInt(args[1]);

    Kernel warmUp = maker.make(size, threads);
    warmUp.run();
    long expected = warmUp.check();
    warmUp = null; // what it held must not count for the second's memory
    System.gc();

    Kernel kernel = maker.make(size, threads);
    long begin = System.nanoTime();
    kernel.run();
    long end = System.nanoTime();
    long checksum = kernel.check();

    require(checksum == expected, "two runs gave two results");
    System.out.printf("ms %.1f%nchecksum %016x%n", (end - begin) / 1e6, checksum);
  }

  static void require(boolean condition, String otherwise) {
    if (!condition) throw new IllegalStateException("wrong result: " + otherwise);
  }

  /** Adds a value to a digest; the order of the values matters. */
  static long digest(long sum, long value) {
    return (sum ^ value) * 0x9E3779B97F4A7C15L + Long.rotateLeft(sum, 23);
  }

  static long digest(long sum, double value) {
    return digest(sum, Double.doubleToLongBits(value));
  }
}
