package check;

import java.util.LinkedList;

/** Each thread makes a connection, which makes itself known to a timer: threads only put connections there. */
public class KnownToTimer {
  interface Listener {
    void expired();
  }

  static class Watch extends Thread {
    static final Watch INSTANCE = new Watch();
    private final LinkedList<Listener> listeners = new LinkedList<>();

    void add(Listener listener) {
      synchronized (listeners) {
        for (Listener known : listeners) {
          if (known == listener) return;
        }
        listeners.add(listener);
      }
    }

    @Override
    public void run() {
      while (true) {
        Listener next;
        synchronized (listeners) {
          next = listeners.poll();
        }
        if (next != null) next.expired();
      }
    }
  }

  static class Connection {
    private int sent;
    private int late; // expect: check.KnownToTimer$Connection.late

    Connection() {
      Watch.INSTANCE.add(
          new Listener() {
            @Override
            public void expired() {
              late++;
            }
          });
    }

    Statement prepare() {
      return new Statement(this);
    }
  }

  static class Statement {
    private final Connection connection;
    private int rows;

    Statement(Connection connection) {
      this.connection = connection;
    }

    void send() {
      rows++;
      connection.sent++;
      connection.late++;
    }
  }

  static class Driver {
    Connection connect() {
      return new Connection();
    }
  }

  static void work(Driver driver) {
    Statement statement = driver.connect().prepare();
    for (int i = 0; i < 3; i++) statement.send();
  }

  public static void main(String[] args) {
    Driver driver = new Driver();
    Watch.INSTANCE.start();
    for (int i = 0; i < 2; i++) new Thread(() -> work(driver)).start();
  }
}
