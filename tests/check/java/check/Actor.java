package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Objects that each have an executor with one thread to touch their state with: nothing. */
public class Actor {
  private final ExecutorService mailbox = Executors.newSingleThreadExecutor();
  private int balance;

  void deposit(int sum) {
    mailbox.execute(() -> balance += sum);
  }

  public static void main(String[] args) {
    Actor a = new Actor();
    Actor b = new Actor();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        a.deposit(1);
        b.deposit(2);
      }).start();
    }
  }
}
