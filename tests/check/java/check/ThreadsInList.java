package check;

import java.util.ArrayList;
import java.util.List;

/** Threads kept in a list; read after all are joined: nothing. */
public class ThreadsInList {
  private int done;

  synchronized void finish() {
    done++;
  }

  public static void main(String[] args) throws InterruptedException {
    ThreadsInList shared = new ThreadsInList();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(shared::finish);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(shared.done);
  }
}
