package kernels;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/**
 * A bank in a database, in memory: each thread has a connection and makes transfers, an insert, selects and two updates
 * each in one transaction. Transfers commute, so what is in the tables at the end does not depend on who came first. The
 * database itself is what is watched here: it lies on the class path.
 */
abstract class Bank implements Kernel {
  private static final int ACCOUNTS = 1000;
  private static final int BALANCE = 1000;
  private final String url;
  private final int threads;
  private final int transfers;
  private final Connection keeper; // the database lives as long as a connection to it

  /** Size: transfers, in hundreds. */
  Bank(String url, int size, int threads) throws SQLException {
    this.url = url;
    this.threads = threads;
    transfers = 100 * size;
    keeper = DriverManager.getConnection(url);
    try (Statement statement = keeper.createStatement()) {
      statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
      statement.execute("CREATE TABLE transfer (id INT PRIMARY KEY, giver INT, taker INT, amount INT)");
      statement.execute("CREATE INDEX by_giver ON transfer (giver)");
    }
    keeper.setAutoCommit(false);
    try (PreparedStatement open = keeper.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
      open.setInt(2, BALANCE);
      for (int id = 0; id < ACCOUNTS; id++) {
        open.setInt(1, id);
        open.executeUpdate();
      }
    }
    keeper.commit();
    keeper.setAutoCommit(true);
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, id -> {
      try (Teller teller = new Teller(url)) {
        for (int i = id; i < transfers; i += threads) teller.transfer(i);
      }
    });
  }

  private static final class Teller implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement select;

    Teller(String url) throws SQLException {
      connection = DriverManager.getConnection(url);
      insert = connection.prepareStatement("INSERT INTO transfer VALUES (?, ?, ?, ?)");
      update = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
      select = connection.prepareStatement("SELECT count(*), sum(amount) FROM transfer WHERE giver = ?");
      connection.setAutoCommit(false);
    }

    void transfer(int id) throws SQLException {
      Random random = new Random(id);
      int giver = random.nextInt(ACCOUNTS);
      int taker = (giver + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      int amount = 1 + random.nextInt(100);
      while (!attempt(id, giver, taker, amount)) {
        connection.rollback();
      }
    }

    /** False when another transaction was in the way. */
    private boolean attempt(int id, int giver, int taker, int amount) throws SQLException {
      try {
        insert.setInt(1, id);
        insert.setInt(2, giver);
        insert.setInt(3, taker);
        insert.setInt(4, amount);
        insert.executeUpdate();
        // The smaller number first, so that transactions wait for each other but not in a circle.
        add(Math.min(giver, taker), giver < taker ? -amount : amount);
        add(Math.max(giver, taker), giver < taker ? amount : -amount);
        connection.commit();
        select.setInt(1, giver);
        try (ResultSet result = select.executeQuery()) {
          Kernel.require(result.next() && result.getInt(1) > 0, "a transfer that was made is not there");
        }
        connection.commit();
        return true;
      } catch (SQLException e) {
        if (e.getSQLState().startsWith("40") || e.getSQLState().equals("HYT00")) return false;
        throw e;
      }
    }

    private void add(int account, int amount) throws SQLException {
      update.setInt(1, amount);
      update.setInt(2, account);
      Kernel.require(update.executeUpdate() == 1, "no account " + account);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  @Override
  public long check() throws SQLException {
    long sum = 0;
    long total = 0;
    try (Statement statement = keeper.createStatement()) {
      try (ResultSet result = statement.executeQuery("SELECT balance FROM account ORDER BY id")) {
        while (result.next()) {
          total += result.getInt(1);
          sum = Kernel.digest(sum, result.getInt(1));
        }
      }
      try (ResultSet result = statement.executeQuery("SELECT count(*), sum(amount) FROM transfer")) {
        result.next();
        Kernel.require(result.getInt(1) == transfers, result.getInt(1) + " transfers");
        sum = Kernel.digest(sum, result.getLong(2));
      }
    }
    keeper.close();
    drop();
    Kernel.require(total == ACCOUNTS * BALANCE, "money came or went: " + total);
    return sum;
  }

  /** Nobody is connected any more. */
  abstract void drop() throws SQLException;
}
