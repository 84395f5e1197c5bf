package check;

import java.util.concurrent.atomic.AtomicInteger;

/** Each thread draws the next index from a counter: nothing. */
public class IndexFromCounter {
  private final AtomicInteger next = new AtomicInteger();
  private final String[] out = new String[100];

  void work() {
    int i;
    while ((i = next.getAndIncrement()) < out.length) {
      out[i] = "x" + i;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    IndexFromCounter shared = new IndexFromCounter();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new Thread(shared::work);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(shared.out[0]);
  }
}
