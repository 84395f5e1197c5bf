package atoms;

/** With --main atoms.Shop: the till is shared by the clerks, a clerk's purse is not, and nobody closes. */
class Shop implements Runnable {
  static class Till {
    int money;
  }

  static class Purse {
    int money;
  }

  private final Till till;

  Shop(Till till) {
    this.till = till;
  }

  @Override
  public void run() {
    Purse purse = fill(new Purse());
    till.money += purse.money;
  }

  private static Purse fill(Purse purse) {
    purse.money += 2;
    return purse;
  }

  void close() {
    till.money -= 1;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Till till = new Till();
    Thread one = new Thread(new Shop(till));
    Thread two = new Thread(new Shop(till));
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(till.money);
  }
}
