package check;

/** One helper handed to all workers. */
public class SharedHelper {
  static class Tally {
    private int count; // expect: check.SharedHelper$Tally.count

    void up() {
      count++;
    }
  }

  static class Worker implements Runnable {
    private final Tally given;

    Worker(Tally given) {
      this.given = given;
    }

    @Override
    public void run() {
      given.up();
    }
  }

  public static void main(String[] args) {
    Tally tally = new Tally();
    for (int i = 0; i < 3; i++) {
      new Thread(new Worker(tally)).start();
    }
  }
}
