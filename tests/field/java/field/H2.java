package field;

/** H2 with its database in a file: many connections, the store's background thread, and a second opening. */
final class H2 {
  public static void main(String[] arguments) throws Exception {
    String url = "jdbc:h2:" + Work.folder().resolve("bank") + ";LOCK_TIMEOUT=20000";
    Bank bank = new Bank(url, 4000, 1500, 150);
    bank.open();
    bank.work();
    // The last connection closed the database; this opens it again, from disk.
    bank.summary();
  }
}
