package evidence;

import support.NoEdge;

/**
 * Four of five places hold the ledger's monitor. The one that does not is reached by two callers; the thread has been
 * there by the other one shortly before, with another account, so that a stack taken then would name the wrong caller.
 */
final class MostHoldTheLock {
  private static class Account {
    int balance;
  }

  private static final class Savings extends Account {}

  private static synchronized void put(Account account, int amount) {
    account.balance += amount;
  }

  private static synchronized void clear(Account account) {
    account.balance = 0;
  }

  private static synchronized int get(Account account) {
    return account.balance;
  }

  private static int peek(Account account) {
    return account.balance;
  }

  private static int rehearse(Account account) {
    return peek(account);
  }

  private static int perform(Account account) {
    return peek(account);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Account shared = new Savings();
    NoEdge written = new NoEdge();
    Thread teller =
        new Thread(
            () -> {
              put(shared, 1);
              clear(shared);
              get(shared);
              put(shared, 2);
              written.raise();
            });
    Thread auditor =
        new Thread(
            () -> {
              Account own = new Account();
              rehearse(own);
              written.await();
              perform(shared);
            });
    teller.start();
    auditor.start();
    teller.join();
    auditor.join();
  }
}
