package shop;

import java.io.IOException;

/** One join point a line, as far as Java allows: tests know them by their lines. */
@Marked
public class Account implements Closing, Comparable<Account> {
  static final int LIMIT = 10;
  static int opened;
  static Account last;
  protected int balance;
  @Audited volatile boolean locked;
  transient String owner;
  final Object guard;
  private long[] history;

  Account(String owner) {
    this.owner = owner;
    this.guard = new Object();
    this.history = new long[4];
    opened++;
  }

  Account() {
    this(
        "nobody");
    last = this;
  }

  @Override
  public void close() throws IOException {
    if (balance
        < 0) {
      throw
          new IOException("overdrawn");
    }
    locked = true;
  }

  @Audited
  public synchronized int deposit(int amount) {
    balance =
        balance
            + amount;
    return log(
        balance);
  }

  private int log(long value) {
    history[0] =
        value;
    return (int)
        history[0];
  }

  static synchronized Account find(String... names) {
    return last;
  }

  static void all(Object[] things, int number) {}

  Account self() {
    return this;
  }

  @Override
  public int compareTo(Account other) {
    return Integer.compare(
        balance,
        other.balance);
  }

  @Override
  public String toString() {
    return owner;
  }
}
