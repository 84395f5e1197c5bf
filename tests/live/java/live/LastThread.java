package live;

/** Hooks run when the last thread but daemons has ended: they come after all that those threads did, joined or not. */
public class LastThread {
  static int byMain;
  static int byThread;
  static int byDaemon;  // expect: observed live.LastThread.byDaemon

  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(byMain + byThread + byDaemon)));
    Thread main = Thread.currentThread();
    Thread daemon = new Thread(() -> byDaemon = 100);
    daemon.setDaemon(true);
    daemon.start();
    new Thread(() -> {
      try {
        main.join();
        Thread.sleep(50);  // orders nothing; so that the daemon has ended
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
      byThread = 10;
    }).start();
    byMain = 1;
  }
}
