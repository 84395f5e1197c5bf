package check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same with every access of a balance under its account's monitor: nothing. */
public class SafeBank {
  static class Account {
    private int balance;

    synchronized void deposit(int sum) {
      balance += sum;
    }

    synchronized int peek() {
      return balance;
    }
  }

  private final Map<Integer, Account> accounts = new HashMap<>();

  SafeBank() {
    for (int i = 0; i < 4; i++) {
      accounts.put(i, new Account());
    }
  }

  public static void main(String[] args) {
    SafeBank bank = new SafeBank();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 8; i++) {
      int to = i % 4;
      pool.submit(() -> bank.accounts.get(to).deposit(1));
    }
    System.out.println(bank.accounts.get(0).peek());
    pool.shutdown();
  }
}
