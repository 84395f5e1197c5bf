package check;

import java.util.ArrayList;
import java.util.List;

/** Threads that a helper starts and joins; each adds under a lock, the sum is read at the end: nothing. */
public class HelperRunsAll {
  private int sum;

  synchronized void add(int x) {
    sum += x;
  }

  static void runAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    HelperRunsAll shared = new HelperRunsAll();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int x = i;
      threads.add(new Thread(() -> shared.add(x)));
    }
    runAll(threads);
    System.out.println(shared.sum);
  }
}
