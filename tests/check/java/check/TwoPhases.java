package check;

import java.util.ArrayList;
import java.util.List;

/** Two phases of threads, the second after the first was joined: nothing. */
public class TwoPhases {
  private int value;

  static void runAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    TwoPhases shared = new TwoPhases();
    Thread first = new Thread(() -> shared.value = 1);
    first.start();
    first.join();
    Thread second = new Thread(() -> shared.value = 2);
    second.start();
    second.join();
    System.out.println(shared.value);
  }
}
