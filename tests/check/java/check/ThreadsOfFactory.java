package check;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Each thread that a factory makes runs what it was made for, and is joined for itself. */
public class ThreadsOfFactory {
  private static int joined;
  private static int running; // expect: check.ThreadsOfFactory.running

  public static void main(String[] args) throws InterruptedException {
    ThreadFactory factory = Executors.defaultThreadFactory();
    Thread first = factory.newThread(() -> joined++);
    first.start();
    first.join();
    joined++;
    Thread second = factory.newThread(() -> running++);
    second.start();
    running++;
  }
}
