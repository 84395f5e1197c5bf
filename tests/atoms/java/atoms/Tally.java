package atoms;

/** With --main atoms.Tally: a number that is static is shared, though no object leads to it. */
class Tally implements Runnable {
  static int sold;

  @Override
  public void run() {
    sold += 1;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread one = new Thread(new Tally());
    Thread two = new Thread(new Tally());
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(sold);
  }
}
