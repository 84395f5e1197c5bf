package silent;

import java.time.Duration;
import support.Check;
import support.Threads;

/** Virtual threads: start and join, and the carrier is nobody: what runs on the same one is not ordered by it. */
public class VirtualThreads {
  static int given;
  static int back;

  public static void main(String[] args) throws Exception {
    given = 41;
    Thread one = Thread.ofVirtual().start(Threads.guarded(() -> back = given + 1));
    one.join();
    Thread two = Thread.startVirtualThread(Threads.guarded(() -> back++));
    while (two.isAlive()) Thread.yield();
    Thread three = Thread.ofVirtual().unstarted(Threads.guarded(() -> back++));
    three.start();
    while (!three.join(Duration.ofSeconds(1))) Thread.onSpinWait();
    Check.result(44, back);
  }
}
