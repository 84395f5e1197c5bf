package atomrace;

/** A volatile field has no data race, and additions to it are lost all the same. Status 3 if one was. */
public final class VolatileCounter {
  private volatile int count;
  private static volatile int total;

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    VolatileCounter counter = new VolatileCounter();
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; ++i) {
      all[i] = new Thread(() -> {
        for (int j = 0; j < rounds; ++j) {
          counter.count++;  // violation
          total = total + 1;  // violation
        }
      }, "counter-" + i);
    }
    for (Thread each : all) each.start();
    for (Thread each : all) each.join();
    System.out.println("expected " + all.length * rounds + ", count " + counter.count + ", total " + total);
    if (counter.count != all.length * rounds || total != all.length * rounds) System.exit(3);
  }
}
