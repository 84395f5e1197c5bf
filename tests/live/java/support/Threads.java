package support;

import java.util.ArrayList;
import java.util.List;

/** Threads for the programs here. A body that throws ends the JVM with status 1: no failed check goes unseen. */
public final class Threads {
  private Threads() {}

  /** What a thread does; it may throw. */
  public interface Body {
    void run() throws Exception;
  }

  public static Thread start(Body body) {
    Thread thread = new Thread(guarded(body));
    thread.start();
    return thread;
  }

  /** Starts a thread for each of the bodies, then waits for all of them. */
  public static void together(Body... bodies) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Body body : bodies) threads.add(start(body));
    for (Thread thread : threads) thread.join();
  }

  /** A thread for each, the second behind the first in time and in nothing else. */
  public static void race(Body first, Body second) throws InterruptedException {
    NoEdge done = new NoEdge();
    together(
        () -> {
          first.run();
          done.raise();
        },
        () -> {
          done.await();
          second.run();
        });
  }

  public static Runnable guarded(Body body) {
    return () -> {
      try {
        body.run();
      } catch (Throwable problem) {
        problem.printStackTrace();
        Runtime.getRuntime().halt(1);
      }
    };
  }
}
