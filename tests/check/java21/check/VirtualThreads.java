package check;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads by every door: builders, a factory, an executor that its block waits for. */
public class VirtualThreads {
  private int shared; // expect: check.VirtualThreads.shared
  private int joined;
  private int closed;

  synchronized void add() {
    closed++;
  }

  public static void main(String[] args) throws InterruptedException {
    VirtualThreads all = new VirtualThreads();
    Thread.startVirtualThread(() -> all.shared++);
    Thread.ofVirtual().unstarted(() -> all.shared++).start();
    Thread thread = Thread.ofVirtual().name("v").start(() -> all.joined++);
    thread.join();
    System.out.println(all.joined);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 3; i++) {
        pool.submit(all::add);
      }
    }
    System.out.println(all.closed);
  }
}
