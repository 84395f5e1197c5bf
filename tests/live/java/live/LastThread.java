package live;

import support.NoEdge;

/** Hooks run when the last thread but daemons has ended: they come after all that those threads did, joined or not. */
public class LastThread {
  static int byMain;
  static int byThread;
  static int byDaemon;  // expect: observed live.LastThread.byDaemon

  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(byMain + byThread + byDaemon)));
    Thread main = Thread.currentThread();
    NoEdge written = new NoEdge();
    Thread daemon = new Thread(() -> {
      byDaemon = 100;
      written.raise();
    });
    daemon.setDaemon(true);
    daemon.start();
    new Thread(() -> {
      try {
        main.join();
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
      written.await();
      byThread = 10;
    }).start();
    byMain = 1;
  }
}
