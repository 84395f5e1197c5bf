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

  /**
   * A main method: rounds to warm up, one if none are given, then measured ones, likewise. Instead of how many, it may be given
   * how many seconds of the processor's time ("10s") the process is to use before the first that is measured, or from then on,
   * three rounds at least: what happens now and then must not meet all there is of a short round. Prints the
   * checksum, which all have, and of each measured round the time; if rounds are given also the processor's, that of the JVM's
   * own threads included, and before the first one what the process has used so far and how many rounds it has made.
   */
  static void measure(String[] args, Maker maker) throws Exception {
    int size = Integer.parseInt(args[0]);
    int threads = Integer.parseInt(args[1]);
    boolean timed = args.length > 2;
    int warmUps = timed ? count(args[2], 1) : 1;
    long used = timed ? nanoseconds(args[2]) : 0;
    int rounds = timed ? count(args[3], 3) : 1;

    long expected = round(maker.make(size, threads), false, false);
    int made = 1;
    for (; made < warmUps || processorTime() < used; made++) {
      require(round(maker.make(size, threads), false, false) == expected, "two runs gave two results");
    }
    if (timed) System.out.printf("before %.1f%nrounds %d%n", processorTime() / 1e6, made);
    long end = timed ? processorTime() + nanoseconds(args[3]) : 0;
    for (int i = 0; i < rounds || timed && processorTime() < end; i++) {
      if (i < rounds) System.gc(); // what the last one held must not count for this one's memory
      require(round(maker.make(size, threads), true, timed) == expected, "two runs gave two results");
    }
    System.out.printf("checksum %016x%n", expected);
  }

  private static int count(String text, int least) {
    return text.endsWith("s") ? least : Integer.parseInt(text);
  }

  private static long nanoseconds(String text) {
    return text.endsWith("s") ? Long.parseLong(text.substring(0, text.length() - 1)) * 1_000_000_000 : 0;
  }

  private static long round(Kernel kernel, boolean shown, boolean timed) throws Exception {
    long used = timed ? processorTime() : 0;
    long begin = System.nanoTime();
    kernel.run();
    long end = System.nanoTime();
    if (shown) System.out.printf("ms %.1f%n", (end - begin) / 1e6);
    if (timed) System.out.printf("cpu %.1f%n", (processorTime() - used) / 1e6);
    return kernel.check();
  }

  private static long processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
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
