package check;

import java.util.List;

/** Threads of a group in a list that a helper starts and another joins. */
public class ScopedThreads {
  private int joined;
  private int racing; // expect: check.ScopedThreads.racing

  static void startAll(List<Thread> threads) {
    threads.forEach(Thread::start);
  }

  static void joinAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) thread.join();
  }

  synchronized void work() {
    joined++;
  }

  public static void main(String[] args) throws Exception {
    ScopedThreads shared = new ScopedThreads();
    List<Thread> threads =
        List.of(
            new Thread(
                () -> {
                  shared.work();
                  shared.racing++;
                }),
            new Thread(
                () -> {
                  shared.work();
                  shared.racing++;
                }));
    startAll(threads);
    joinAll(threads);
    System.out.println(shared.joined + shared.racing);
  }
}
