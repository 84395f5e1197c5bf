package kernels;

import java.sql.DriverManager;
import java.sql.SQLException;

/** The bank in Derby. */
public final class Derby extends Bank {
  private static final String URL = "jdbc:derby:memory:bank;";

  static {
    System.setProperty("derby.stream.error.method", "java.io.OutputStream.nullOutputStream");
  }

  Derby(int size, int threads) throws SQLException {
    super(URL + "create=true", size, threads);
  }

  @Override
  void drop() throws SQLException {
    try {
      DriverManager.getConnection(URL + "drop=true").close();
    } catch (SQLException e) {
      if (!e.getSQLState().equals("08006")) throw e; // that is how it says that it is done
    }
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Derby::new);
  }
}
