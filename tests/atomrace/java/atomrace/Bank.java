package atomrace;

/**
 * The paper's bank: each account is locked, the bank's total is not. {@code bankTotal += sum} is two accesses, and an
 * addition is lost where two threads meet there. Prints what the total should be and what it is; status 3 if they differ.
 */
public final class Bank {
  static int bankTotal;  // race: read and written by every teller without a lock

  private static final class Account {
    private int balance;

    synchronized void deposit(int sum) {
      balance += sum;
    }
  }

  private static final class Teller extends Thread {
    private final Account account = new Account();
    private final int rounds;

    Teller(int number, int rounds) {
      super("teller-" + number);
      this.rounds = rounds;
    }

    @Override
    public void run() {
      for (int i = 1; i <= rounds; ++i) {
        account.deposit(i);
        bankTotal += i;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int tellers = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    Teller[] all = new Teller[tellers];
    for (int i = 0; i < tellers; ++i) all[i] = new Teller(i + 1, rounds);
    for (Teller teller : all) teller.start();
    for (Teller teller : all) teller.join();
    int expected = tellers * rounds * (rounds + 1) / 2;
    System.out.println("expected " + expected + ", total " + bankTotal);
    if (bankTotal != expected) System.exit(3);
  }
}
