package kernels;

import java.sql.SQLException;

/** The bank in H2. */
public final class H2 extends Bank {
  H2(int size, int threads) throws SQLException {
    super("jdbc:h2:mem:bank;LOCK_TIMEOUT=10000", size, threads);
  }

  @Override
  void drop() {} // it lives as long as a connection to it

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, H2::new);
  }
}
