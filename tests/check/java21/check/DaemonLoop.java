package check;

/** A background thread that runs until a volatile flag says stop, and is not joined. */
public class DaemonLoop extends Thread {
  private volatile boolean stopped;
  private long beats; // expect: check.DaemonLoop.beats
  private long local;

  @Override
  public void run() {
    while (!stopped) {
      beats++;
      local++;
    }
  }

  public static void main(String[] args) throws Exception {
    DaemonLoop loop = new DaemonLoop();
    loop.setDaemon(true);
    loop.start();
    System.out.println(loop.beats);
    loop.stopped = true;
    loop.join();
    System.out.println(loop.local);
  }
}
