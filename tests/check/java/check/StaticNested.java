package check;

/** A static nested Runnable with a counter of its own, run by one thread or by two. */
public class StaticNested {
  static class Once implements Runnable {
    private int runs;

    @Override
    public void run() {
      runs++;
    }
  }

  static class Twice implements Runnable {
    private int runs; // expect: check.StaticNested$Twice.runs

    @Override
    public void run() {
      runs++;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(new Once()).start();
    }
    Twice twice = new Twice();
    new Thread(twice).start();
    new Thread(twice).start();
  }
}
