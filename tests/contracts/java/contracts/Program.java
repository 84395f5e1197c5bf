package contracts;

import contracts.lib.Baton;
import contracts.lib.SpinLock;

/** Correct, by what contracts.lib promises, and by nothing else. */
public class Program {
  private int handedOver;
  private int counted;

  public static void main(String[] arguments) throws InterruptedException {
    Program program = new Program();
    Baton baton = new Baton();
    SpinLock lock = new SpinLock();
    Thread first = new Thread(() -> {
      program.handedOver = 1;
      baton.pass();
      program.count(lock);
    });
    Thread second = new Thread(() -> {
      baton.await();
      program.handedOver++;
      program.count(lock);
    });
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(program.handedOver + " " + program.counted);
  }

  private void count(SpinLock lock) {
    for (int i = 0; i < 1000; i++) {
      if (i % 2 == 0 || !lock.tryLock(1)) lock.lock();
      counted++;
      lock.unlock();
    }
  }
}
