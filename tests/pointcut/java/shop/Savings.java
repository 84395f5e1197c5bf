package shop;

/** Inherits, overrides, and returns a narrower type. */
public class Savings extends Account {
  private double rate = Math.random();

  Savings(double rate) {
    super(
        String.valueOf(rate));
    this.rate = rate;
  }

  @Override
  Savings self() {
    return this;
  }

  @Override
  public int deposit(int amount) {
    int sum = super.deposit(amount);
    rate *= 2;
    return sum;
  }

  public static final class Locked extends Savings {
    Locked() {
      super(0);
    }

    @Override
    public void close() {}
  }
}
