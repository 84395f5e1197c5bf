package drivers;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Threads with a connection each to one database: what H2, Derby and Jtds call with their drivers. */
class Database {
  private Database() {}

  static void run(Driver driver, String url) {
    for (int i = 0; i < 4; i++) {
      new Thread(() -> work(driver, url)).start();
    }
  }

  private static void work(Driver driver, String url) {
    try (Connection connection = driver.connect(url, new Properties());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("insert into t values (1)");
      try (ResultSet rows = statement.executeQuery("select * from t")) {
        while (rows.next()) {
          System.out.println(rows.getInt(1));
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
