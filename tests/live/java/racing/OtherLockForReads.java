package racing;

import support.NoEdge;
import support.Threads;

/** Written with one lock, read again and again with another by the same thread, then by another thread. */
public class OtherLockForReads {
  static final Object A = new Object();
  static final Object B = new Object();

  static class Account {
    int total;  // expect: predicted racing.OtherLockForReads$Account.total
  }

  static int read(Account account) {
    synchronized (B) {
      return account.total;
    }
  }

  public static void main(String[] args) throws Exception {
    Account account = new Account();
    NoEdge first = new NoEdge();
    Threads.together(
        () -> {
          synchronized (A) {
            account.total = 7;
          }
          for (int i = 0; i < 100; i++) {
            if (read(account) != 7) throw new AssertionError();
          }
          first.raise();
        },
        () -> {
          first.await();
          if (read(account) != 7) throw new AssertionError();
        });
  }
}
