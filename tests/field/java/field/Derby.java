package field;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Derby, embedded, with its log, page cache, lock manager and background thread; shut down and opened again. */
final class Derby {
  public static void main(String[] arguments) throws Exception {
    Path folder = Work.folder();
    System.setProperty("derby.system.home", folder.toString());
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    System.setProperty("derby.system.durability", "test");
    System.setProperty("derby.locks.deadlockTimeout", "1");
    System.setProperty("derby.locks.waitTimeout", "120");
    DriverManager.getConnection("jdbc:derby:bank;create=true").close();
    Bank bank = new Bank("jdbc:derby:bank", 2500, 200, 40);
    bank.open();
    bank.work();
    shutDown("jdbc:derby:bank;shutdown=true", "08006");
    bank.summary();
    shutDown("jdbc:derby:;shutdown=true", "XJ015");
  }

  /** Derby says that it has shut down with an exception of this state. */
  private static void shutDown(String url, String state) {
    try {
      DriverManager.getConnection(url).close();
      throw new IllegalStateException("no answer to " + url);
    } catch (SQLException exception) {
      Work.same(state, exception.getSQLState(), "state of the shutdown");
    }
  }
}
