package silent;

import support.Threads;

/** Written with both locks; either is enough to read. */
public class OneLockForReads {
  static final Object A = new Object();
  static final Object B = new Object();

  static class Account {
    int total;
  }

  static void write(Account account, int total) {
    synchronized (A) {
      synchronized (B) {
        account.total = total;
      }
    }
  }

  static int readWith(Object lock, Account account) {
    synchronized (lock) {
      return account.total;
    }
  }

  public static void main(String[] args) throws Exception {
    Account account = new Account();
    Threads.together(
        () -> {
          write(account, 7);
          for (int i = 0; i < 100; i++) readWith(A, account);
          write(account, 8);
          for (int i = 0; i < 100; i++) readWith(B, account);
        },
        () -> {
          for (int i = 0; i < 100; i++) write(account, i);
        });
  }
}
