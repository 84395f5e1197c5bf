package field;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ConcurrentModificationException;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A bank in an SQL database, for the drivers of H2 and Derby. Tellers move money in transactions and keep a ledger,
 * auditors see one consistent state in each of theirs, clerks create, fill, query and drop tables meanwhile. What the
 * tellers do is fixed and commutes, so the last balances are the same whatever the schedule.
 */
final class Bank {
  private static final int ACCOUNTS = 60;
  private static final long OPENING = 1000;

  private interface Transaction {
    void run() throws SQLException;
  }

  private final String url;
  private final int transfers;
  private final int audits;
  private final int reports;

  Bank(String url, int transfers, int audits, int reports) {
    this.url = url;
    this.transfers = Work.scaled(transfers);
    this.audits = Work.scaled(audits);
    this.reports = Work.scaled(reports);
  }

  void open() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance BIGINT NOT NULL, moves INT NOT NULL)");
      statement.execute("CREATE TABLE ledger (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, teller INT NOT NULL, "
          + "source INT NOT NULL, target INT NOT NULL, amount BIGINT NOT NULL, note VARCHAR(40))");
      statement.execute("CREATE INDEX ledger_target ON ledger (target)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO accounts VALUES (?, ?, 0)")) {
        for (int id = 0; id < ACCOUNTS; id++) {
          insert.setInt(1, id);
          insert.setLong(2, OPENING);
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  void work() throws Exception {
    new Crew()
        .add(4, "teller", number -> () -> teller(number))
        .add(2, "auditor", number -> this::auditor)
        .add(2, "clerk", number -> () -> clerk(number))
        .work();
  }

  private long teller(int number) throws SQLException {
    SplittableRandom random = new SplittableRandom(number);
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement move =
            connection.prepareStatement("UPDATE accounts SET balance = balance + ?, moves = moves + 1 WHERE id = ?");
        PreparedStatement note = connection.prepareStatement(
            "INSERT INTO ledger (teller, source, target, amount, note) VALUES (?, ?, ?, ?, ?)")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < transfers; i++) {
        int source = random.nextInt(ACCOUNTS);
        int target = (source + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        long amount = 1 + random.nextInt(50);
        String text = "transfer " + i + " of " + number;
        commit(connection, () -> {
          // Always in the order of the numbers, so that two tellers do not wait for each other.
          for (int id : new int[] {Math.min(source, target), Math.max(source, target)}) {
            move.setLong(1, id == source ? -amount : amount);
            move.setInt(2, id);
            Work.same(1, move.executeUpdate(), "rows of one account");
          }
          note.setInt(1, number);
          note.setInt(2, source);
          note.setInt(3, target);
          note.setLong(4, amount);
          note.setString(5, text);
          Work.same(1, note.executeUpdate(), "rows noted");
        });
      }
    }
    return transfers;
  }

  private long auditor() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      for (int i = 0; i < audits; i++) {
        commit(connection, () -> {
          long[] sums = numbers(statement, "SELECT SUM(balance), SUM(moves) FROM accounts");
          Work.same(ACCOUNTS * OPENING, sums[0], "money in the bank");
          Work.same(sums[1], 2 * numbers(statement, "SELECT COUNT(*) FROM ledger")[0], "moves, by the ledger");
        });
      }
    }
    return audits;
  }

  private long clerk(int number) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
      for (int i = 0; i < reports; i++) {
        String table = "report_" + number + "_" + i;
        retry(() -> statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, part INT, text VARCHAR(60))"));
        connection.setAutoCommit(false);
        commit(connection, () -> {
          try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
            for (int row = 0; row < 200; row++) {
              insert.setInt(1, row);
              insert.setInt(2, row % 7);
              insert.setString(3, "row " + row + " of " + table);
              insert.addBatch();
            }
            insert.executeBatch();
          }
        });
        commit(connection, () -> {
          long[] found = numbers(statement, "SELECT COUNT(*), SUM(a.id + b.id), MAX(a.part) FROM " + table + " a JOIN "
              + table + " b ON a.part = b.part WHERE a.id < b.id AND b.text LIKE 'row 1%'");
          Work.same(2, Long.signum(found[0]) + Long.signum(found[1]), "a join with rows");
          Work.same(6L, found[2], "parts");
        });
        connection.setAutoCommit(true);
        retry(() -> statement.execute("DROP TABLE " + table));
      }
    }
    return reports;
  }

  /** After the work: that ledger and accounts agree, and a summary of both. */
  void summary() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
      long[] wrong = numbers(statement, "SELECT COUNT(*) FROM accounts a WHERE a.balance <> " + OPENING
          + " + (SELECT COALESCE(SUM(l.amount), 0) FROM ledger l WHERE l.target = a.id)"
          + " - (SELECT COALESCE(SUM(l.amount), 0) FROM ledger l WHERE l.source = a.id)");
      Work.same(0L, wrong[0], "accounts that differ from the ledger");
      long balances = 0;
      try (ResultSet rows = statement.executeQuery("SELECT balance FROM accounts ORDER BY id")) {
        while (rows.next()) balances = Work.mix(balances, rows.getLong(1));
      }
      Work.say("transfers", numbers(statement, "SELECT COUNT(*) FROM ledger")[0]);
      Work.say("money", numbers(statement, "SELECT SUM(balance) FROM accounts")[0]);
      Work.say("balances", Long.toHexString(balances));
    }
  }

  private static long[] numbers(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      Work.check(rows.next(), "a row from " + query);
      long[] numbers = new long[rows.getMetaData().getColumnCount()];
      for (int i = 0; i < numbers.length; i++) numbers[i] = rows.getLong(i + 1);
      return numbers;
    }
  }

  private static void commit(Connection connection, Transaction transaction) throws SQLException {
    retry(() -> {
      try {
        transaction.run();
        connection.commit();
      } catch (SQLException | RuntimeException exception) {
        connection.rollback();
        throw exception;
      }
    });
  }

  private static void retry(Transaction transaction) throws SQLException {
    for (int attempt = 1;; attempt++) {
      try {
        transaction.run();
        return;
      } catch (SQLException exception) {
        if (attempt == 1000 || !mayTryAgain(exception)) throw exception;
        // Derby gives out the next number of a row without waiting for a lock: who tries again at once tries in vain.
        if (attempt > 10) LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /**
   * A database may give a transaction up for another's sake. H2 2.1 also has a race of its own: a serializable session
   * walks the constraints of all tables (SessionLocal.addTableToDependencies) while another creates one.
   */
  private static boolean mayTryAgain(SQLException exception) {
    return exception instanceof SQLTransactionRollbackException || exception instanceof SQLTimeoutException
        || exception.getCause() instanceof ConcurrentModificationException;
  }
}
