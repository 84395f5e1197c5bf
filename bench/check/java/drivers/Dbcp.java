package drivers;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.commons.dbcp.BasicDataSource;

/** Threads that take connections from one data source, which evicts meanwhile. */
public class Dbcp {
  public static void main(String[] args) {
    BasicDataSource source = new BasicDataSource();
    source.setDriverClassName("org.h2.Driver");
    source.setUrl("jdbc:h2:mem:x");
    source.setTimeBetweenEvictionRunsMillis(10);
    for (int i = 0; i < 4; i++) {
      new Thread(() -> work(source)).start();
    }
  }

  private static void work(BasicDataSource source) {
    try (Connection connection = source.getConnection()) {
      connection.createStatement().execute("select 1");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
