package kernels;

/**
 * A barrier of volatile counters and nothing else: each thread counts its own arrivals and looks at the others'. What a
 * thread wrote before it arrived is visible to all who leave after, because they read its counter.
 */
final class SpinBarrier {
  private static final class Counter {
    volatile int arrivals;
  }

  private final Counter[] counters;

  SpinBarrier(int threads) {
    counters = new Counter[threads];
    for (int i = 0; i < threads; i++) counters[i] = new Counter();
  }

  void await(int id) {
    int round = counters[id].arrivals + 1;
    counters[id].arrivals = round;
    for (int other = 0; other < counters.length; other++) await(other, round);
  }

  /** This thread has arrived; it does not wait. */
  void arrive(int id) {
    counters[id].arrivals++; // its own thread is the only one that writes it
  }

  /** Waits until one other thread has arrived {@code round} times. */
  void await(int other, int round) {
    Counter counter = counters[other];
    for (int spins = 0; counter.arrivals < round; spins++) {
      // There may be fewer cores than threads.
      if (spins < 200) Thread.onSpinWait();
      else Thread.yield();
    }
  }
}
