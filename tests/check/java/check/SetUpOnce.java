package check;

/** Threads share a source that sets itself up when it is first asked; whoever asked comes after that. */
public class SetUpOnce {
  static class Pool {
    private Factory factory;
    private int limit;

    void setFactory(Factory made) {
      factory = made;
    }

    int borrow() {
      return factory.most() + limit;
    }
  }

  static class Factory {
    private int most;

    Factory(Pool pool, int limit) {
      pool.setFactory(this);
      most = limit;
    }

    int most() {
      return most;
    }
  }

  static class Entrance {
    private final Pool pool;

    Entrance(Pool pool) {
      this.pool = pool;
    }

    int enter() {
      return pool.borrow();
    }
  }

  static class Source {
    private Pool pool;
    private Entrance entrance;

    int use() {
      return open().enter();
    }

    private synchronized Entrance open() {
      if (entrance != null) {
        return entrance;
      }
      pool = new Pool();
      pool.limit = 3;
      Factory factory = new Factory(pool, 3);
      if (factory.most() > 2) {
        System.out.println(pool.borrow());
      }
      finish();
      return entrance;
    }

    private void finish() {
      Entrance made = new Entrance(pool);
      entrance = made;
    }
  }

  public static void main(String[] args) {
    Source source = new Source();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(source.use())).start();
    }
  }
}
