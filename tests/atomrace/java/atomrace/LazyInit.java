package atomrace;

import java.util.concurrent.CyclicBarrier;

/** The first to come makes the service, or so it was meant: two threads get two of them. Status 3 if they did. */
public final class LazyInit {
  private static final class Service {}

  private Service service;

  private Service get() {
    if (service == null) {
      service = new Service();  // violation: somebody else has made one meanwhile
    }
    return service;
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    int twice = 0;
    for (int round = 0; round < rounds; ++round) {
      LazyInit holder = new LazyInit();
      CyclicBarrier together = new CyclicBarrier(2);
      Service[] got = new Service[2];
      Thread[] all = new Thread[2];
      for (int i = 0; i < all.length; ++i) {
        int number = i;
        all[i] = new Thread(() -> {
          try {
            together.await();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          got[number] = holder.get();
        }, "user-" + i);
      }
      for (Thread each : all) each.start();
      for (Thread each : all) each.join();
      if (got[0] != got[1]) ++twice;
    }
    System.out.println(twice + " of " + rounds + " services made twice");
    if (twice > 0) System.exit(3);
  }
}
