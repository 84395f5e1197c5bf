package shop;

import java.util.ArrayList;
import java.util.List;
import shop.queue.TaskQueue;

/** Calls, locks, handlers and arrays. */
public class Teller extends Thread {
  private final TaskQueue queue;
  private final List<Account> accounts = new ArrayList<>();

  Teller(TaskQueue queue) {
    this.queue = queue;
  }

  @Override
  public void run() {
    synchronized (
        queue) {
      queue.poll();
    }
    Object lock =
        accounts;
    synchronized (lock) {
      accounts.clear();
    }
    synchronized (Teller.class) {
      Account.opened = 0;
    }
  }

  void work(Savings savings, Account account, Closing closing, Object any) throws Exception {
    savings.deposit(1);
    account.deposit(2);
    savings.balance = 3;
    account.balance = 4;
    savings.self();
    account.self();
    closing.close();
    savings.close();
    closing.closeQuietly();
    savings.closeQuietly();
    any.toString();
    savings.toString();
    Account.find("a", "b");
    Savings.find();
    Account.all(null, 1);
    Integer boxed = Integer.valueOf(7);
    boxed.intValue();
    accounts.add(account);
    account.compareTo(savings);
    new Savings(1.5);
    new Savings.Locked();
    new Account();
  }

  int[] arrays(int[] numbers, Account[] list, boolean[] flags, Object[][] table) {
    numbers[0] = 1;
    list[0] =
        list[1];
    flags[0] = true;
    table[0] =
        null;
    table[1][2] = "x";
    return numbers.clone();
  }

  void threads(Thread other, Teller teller) throws InterruptedException {
    try {
      other.start();
      teller.start();
      other.join();
      teller.join(10);
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw e;
    } catch (InterruptedException e) {
      interrupt();
    } finally {
      queue.size = 0;
    }
  }

  Runnable later() {
    return new Runnable() {
      @Override
      public void run() {
        queue.poll();
      }
    };
  }

  Runnable lambda() {
    return () -> queue.poll();
  }

  public static class Counter {
    static int count;
    int mine;

    void bump() {
      count = 1;
      mine = 2;
    }

    public class Inner {
      void touch() {
        mine = 3;
      }
    }
  }
}
