package check;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Fig. 2 of the Chord paper: a synchronized map of connections that are used without a lock. */
// check: --open --api check.Database
public class Database {
  static class ConnectionSource {
    private final Object connection = new Object();
    private boolean used; // expect: check.Database$ConnectionSource.used

    Object getConnection() {
      if (!used) {
        used = true;
        return connection;
      }
      throw new IllegalStateException();
    }
  }

  static class ConnectionManager {
    private final Map<String, ConnectionSource> conns = Collections.synchronizedMap(new HashMap<>());

    ConnectionManager() {
      conns.put("a", new ConnectionSource());
    }

    Object getConnection(String name) {
      ConnectionSource source = conns.get(name);
      if (source != null) {
        return source.getConnection();
      }
      throw new IllegalArgumentException();
    }
  }

  private final ConnectionManager cm = new ConnectionManager();

  public int insert(String name) {
    return cm.getConnection(name).hashCode();
  }

  public int delete(String name) {
    return cm.getConnection(name).hashCode();
  }
}
