package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where contexts do not tell objects apart, a finding is doubtful unless there is one of what it is about, or it comes from
 * one place: check_test.sh has it checked as part of a large program.
 */
public class DoubtfulObjects {
  static class Part {
    int uses; // expect: check.DoubtfulObjects$Part.uses
  }

  // May be made twice, and all use what is in the field.
  static class Registry {
    Part part = new Part();
    int size; // expect: check.DoubtfulObjects$Registry.size

    void grow() {
      size++;
      part.uses++;
    }
  }

  static class Session {
    int requests; // expect: check.DoubtfulObjects$Session.requests
  }

  // FULL is everybody's and never changed, but a variable may hold it that else holds something new.
  static class Grant {
    int rights; // expect: check.DoubtfulObjects$Grant.rights

    void add(int right) {
      rights |= right;
    }
  }

  static final Grant FULL = new Grant();

  static void grant(int right) {
    Grant grant = FULL;
    while (right > 0) {
      if (grant == FULL) {
        grant = new Grant();
      }
      grant.add(right);
      right >>= 1;
    }
    System.out.println(FULL.rights);
  }

  // Set on the way to a start, which comes once, whatever the code says; and after all starts.
  static class Server {
    int port; // expect: check.DoubtfulObjects$Server.port
    int load; // expect: check.DoubtfulObjects$Server.load

    void start() {
      port = 80;
      new Thread(() -> System.out.println(port + load)).start();
    }
  }

  // All that is done holds the lock; but what is closed without it may be a table, as far as is known.
  static class Table implements AutoCloseable {
    int rows; // expect: check.DoubtfulObjects$Table.rows
    int version; // expect: check.DoubtfulObjects$Table.version

    void count(int more) {
      rows += more;
    }

    synchronized void insert() {
      count(1);
      version++;
    }

    synchronized void update() {
      count(0);
    }

    synchronized void delete() {
      count(-1);
    }

    synchronized void move() {
      count(0);
    }

    @Override
    public void close() {
      empty();
    }

    void empty() {
      count(-rows);
    }
  }

  static final Table TABLE = new Table();
  static final Object CLOSING = new Object();

  static void close(AutoCloseable what) throws Exception {
    synchronized (CLOSING) {
      what.close();
    }
  }

  static void change() {
    try (Table own = new Table()) {
      TABLE.insert();
      TABLE.update();
      TABLE.delete();
      TABLE.move();
      System.out.println(TABLE.version);
      close(System.in);
      AutoCloseable[] all = {own, TABLE};
      close(all[0]);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static int opened; // expect: check.DoubtfulObjects.opened
  static Registry registry; // expect: check.DoubtfulObjects.registry
  static final List<Session> ALL = Collections.synchronizedList(new ArrayList<>());

  static Registry registry() {
    if (registry == null) {
      registry = new Registry();
    }
    return registry;
  }

  static void serve() {
    Session session = new Session();
    ALL.add(session);
    opened++;
    registry().grow();
    grant(opened);
    change();
    session.requests++;
  }

  static void watch() {
    System.out.println(ALL.get(0).requests);
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(DoubtfulObjects::serve).start();
      new Thread(DoubtfulObjects::watch).start();
    }
    Server server = new Server();
    if (args.length > 1) {
      server.start();
    }
    server.start();
    server.load = 1;
  }
}
