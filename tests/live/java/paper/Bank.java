package paper;

import java.util.Random;
import support.Check;
import support.Threads;

/** A bank after §6: eight threads that make random transactions between accounts and yield. No race, no alarm. */
public class Bank {
  static final class Account {
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized int balance() {
      return balance;
    }

    synchronized boolean withdraw(int sum) {
      if (sum > balance) return false;
      balance -= sum;
      return true;
    }

    synchronized void deposit(int sum) {
      balance += sum;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account[] accounts = new Account[5];
    for (int i = 0; i < accounts.length; i++) accounts[i] = new Account(100);
    Threads.Body[] tellers = new Threads.Body[8];
    for (int i = 0; i < tellers.length; i++) {
      int seed = i;
      tellers[i] = () -> {
        Random random = new Random(seed);
        for (int k = 0; k < 50; k++) {
          int sum = random.nextInt(20);
          if (accounts[random.nextInt(5)].withdraw(sum)) accounts[random.nextInt(5)].deposit(sum);
          Thread.yield();
        }
      };
    }
    Threads.together(tellers);
    int total = 0;
    for (Account account : accounts) total += account.balance();
    Check.result(500, total);
  }
}
