package atomrace;

/**
 * The paper's bank: each account is locked, the bank's total is not. {@code bankTotal += sum} is two accesses, and an
 * addition is lost where two threads meet there. Prints what the total should be and what it is, or, told to do all that more
 * than once, how often they differ; status 3 if they do.
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

  private static boolean isRight(int tellers, int rounds) throws InterruptedException {
    bankTotal = 0;
    Teller[] all = new Teller[tellers];
    for (int i = 0; i < tellers; ++i) all[i] = new Teller(i + 1, rounds);
    for (Teller teller : all) teller.start();
    for (Teller teller : all) teller.join();
    return bankTotal == expected(tellers, rounds);
  }

  private static int expected(long tellers, long rounds) {
    return (int) (tellers * rounds * (rounds + 1) / 2);
  }

  public static void main(String[] args) throws InterruptedException {
    int tellers = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    int times = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    int wrong = 0;
    for (int i = 0; i < times; ++i) wrong += isRight(tellers, rounds) ? 0 : 1;
    if (times == 1) System.out.println("expected " + expected(tellers, rounds) + ", total " + bankTotal);
    else System.out.println(wrong + " of " + times + " totals wrong");
    if (wrong > 0) System.exit(3);
  }
}
