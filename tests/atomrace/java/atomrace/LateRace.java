package atomrace;

/**
 * Hot code that two threads begin to race in when it has long been compiled: atomrace, which has become quiet there, sees it in
 * its next loud slice. Takes seconds: how long it is alone, and how long they race.
 */
public final class LateRace {
  private static int shared;  // race, between the two that start late

  private static int work(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      shared = shared * 31 + i;
      sum += shared;
    }
    return sum;
  }

  private static void workUntil(long end) {
    int sum = 0;
    while (System.nanoTime() < end) sum += work(1000);
    if (sum == 42) System.out.print("");
  }

  public static void main(String[] args) throws InterruptedException {
    long alone = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000;
    workUntil(alone);
    long end = alone + Long.parseLong(args[1]) * 1_000_000_000;
    Thread[] both = {new Thread(() -> workUntil(end), "late-1"), new Thread(() -> workUntil(end), "late-2")};
    for (Thread each : both) each.start();
    for (Thread each : both) each.join();
    System.out.println("done");
  }
}
