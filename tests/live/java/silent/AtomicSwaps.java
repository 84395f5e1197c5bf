package silent;

import java.util.concurrent.atomic.AtomicReference;
import support.Check;
import support.Threads;

/** getAndSet and getAndUpdate of a reference: who gets the object out owns it. */
public class AtomicSwaps {
  static final class Account {
    int sum;
  }

  public static void main(String[] args) throws Exception {
    AtomicReference<Account> mailbox = new AtomicReference<>(new Account());
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        Account mine;
        while ((mine = mailbox.getAndSet(null)) == null) Thread.onSpinWait();
        mine.sum++;
        mailbox.set(mine);
      }
    };
    Threads.together(work, work);
    Check.result(100, mailbox.get().sum);
  }
}
