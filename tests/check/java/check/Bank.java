package check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Transfers lock both accounts in order; the audit reads a balance with no lock. */
public class Bank {
  static class Account {
    private final int id;
    private int balance; // expect: check.Bank$Account.balance

    Account(int id, int balance) {
      this.id = id;
      this.balance = balance;
    }

    synchronized void deposit(int sum) {
      balance += sum;
    }

    int peek() {
      return balance;
    }
  }

  private final Map<Integer, Account> accounts = new HashMap<>();

  Bank() {
    for (int i = 0; i < 4; i++) {
      accounts.put(i, new Account(i, 100));
    }
  }

  void transfer(int from, int to, int sum) {
    Account a = accounts.get(Math.min(from, to));
    Account b = accounts.get(Math.max(from, to));
    synchronized (a) {
      synchronized (b) {
        a.deposit(-sum);
        b.deposit(sum);
      }
    }
  }

  int audit() {
    int sum = 0;
    for (Account account : accounts.values()) {
      sum += account.peek() + account.id;
    }
    return sum;
  }

  public static void main(String[] args) {
    Bank bank = new Bank();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 8; i++) {
      int from = i % 4;
      pool.submit(() -> bank.transfer(from, 3 - from, 1));
    }
    System.out.println(bank.audit());
    pool.shutdown();
  }
}
