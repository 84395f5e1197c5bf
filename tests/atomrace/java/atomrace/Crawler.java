package atomrace;

/**
 * A crawler whose owner takes its connection away while it works: {@code connection} is tested and then used, two reads
 * a few instructions apart, once in many microseconds of other work. Crawls as often as it is told, with as much work for a
 * page as it is told; a crawl that fails is counted, and status 3 says that there was one.
 */
public final class Crawler extends Thread {
  private static int work = 20_000;

  private static final class Connection {
    int get(int page) {
      int text = page;
      for (int i = 0; i < work; ++i) text = text * 31 + i;
      return text;
    }
  }

  private Connection connection = new Connection();  // race: set to null by the owner while the crawler uses it
  private volatile int pages;
  private volatile boolean failed;

  @Override
  public void run() {
    try {
      for (int page = 0; page < 1_000_000; ++page) {
        Connection now = connection;
        if (now == null) return;
        now.get(page);
        if (connection != null) connection.get(page);
        ++pages;
      }
    } catch (NullPointerException gone) {
      failed = true;
    }
  }

  private boolean crawl() throws InterruptedException {
    start();
    while (pages < 20) Thread.onSpinWait();
    connection = null;
    join();
    return !failed;
  }

  public static void main(String[] args) throws InterruptedException {
    int crawls = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    if (args.length > 1) work = Integer.parseInt(args[1]);
    int failures = 0;
    for (int i = 0; i < crawls; ++i) {
      if (!new Crawler().crawl()) ++failures;
    }
    System.out.println(failures + " of " + crawls + " crawls failed");
    if (failures > 0) System.exit(3);
  }
}
