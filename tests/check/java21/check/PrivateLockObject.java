package check;

import java.util.function.Supplier;

/** A private lock, taken through a method that runs what it is given; one caller goes round it. */
public class PrivateLockObject {
  private final Object mutex = new Object();
  private int balance; // expect: check.PrivateLockObject.balance
  private int limit;

  private <T> T locked(Supplier<T> action) {
    synchronized (mutex) {
      return action.get();
    }
  }

  int deposit(int amount) {
    return locked(() -> balance += amount);
  }

  int raise() {
    return locked(() -> ++limit);
  }

  int peek() {
    return balance;
  }

  public static void main(String[] args) {
    PrivateLockObject account = new PrivateLockObject();
    new Thread(() -> account.deposit(account.raise())).start();
    account.deposit(account.raise());
    System.out.println(account.peek());
  }
}
