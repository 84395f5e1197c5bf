package atomrace;

/** Every access holds the lock, and additions are lost all the same. Status 3 if one was. */
public final class LockedAccount {
  private int value;

  synchronized int get() {
    return value;
  }

  synchronized void set(int to) {
    value = to;
  }

  void add(int sum) {
    set(get() + sum);  // violation: another thread's set in between
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 50;
    LockedAccount account = new LockedAccount();
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; ++i) {
      all[i] = new Thread(() -> {
        for (int j = 0; j < rounds; ++j) account.add(1);
      }, "adder-" + i);
    }
    for (Thread each : all) each.start();
    for (Thread each : all) each.join();
    System.out.println("expected " + all.length * rounds + ", value " + account.get());
    if (account.get() != all.length * rounds) System.exit(3);
  }
}
