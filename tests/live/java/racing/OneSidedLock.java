package racing;

import support.NoEdge;
import support.Threads;

/** One thread takes the lock, the other forgot. */
public class OneSidedLock {
  int balance;  // expect: observed racing.OneSidedLock.balance

  synchronized void deposit(int sum) {
    balance += sum;
  }

  void withdraw(int sum) {
    balance -= sum;
  }

  public static void main(String[] args) throws Exception {
    OneSidedLock account = new OneSidedLock();
    NoEdge deposited = new NoEdge();
    Threads.together(
        () -> {
          deposited.await();
          account.withdraw(5);
        },
        () -> {
          account.deposit(10);
          deposited.raise();
        });
  }
}
