package check;

/** As SetUpOnce, but it can be closed and is set up again, and one thread does not ask. */
public class SetUpAgain {
  static class Pool {
    int limit; // expect: check.SetUpAgain$Pool.limit
    int size; // expect: check.SetUpAgain$Pool.size
  }

  static class Source {
    private final Pool pool = new Pool();
    private Pool ready;
    private Pool open;

    /** Set up again after close, while others use it. */
    synchronized Pool get() {
      if (ready == null) {
        pool.limit = 3;
        ready = new Pool();
      }
      return ready;
    }

    synchronized void close() {
      ready = null;
    }

    /** Set up once, but whoever only looks at the pool has not asked. */
    synchronized Pool opened() {
      if (open == null) {
        pool.size = 3;
        open = new Pool();
      }
      return open;
    }
  }

  private static void use(Source source) {
    source.get();
    System.out.println(source.pool.limit);
    source.close();
    System.out.println(source.pool.size);
    source.opened();
  }

  public static void main(String[] args) {
    Source source = new Source();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> use(source)).start();
    }
  }
}
