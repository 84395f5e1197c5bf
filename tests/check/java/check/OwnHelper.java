package check;

import java.util.ArrayList;
import java.util.List;

/** Each worker has helpers of its own, made by its constructor or handed to it: nothing. */
public class OwnHelper {
  static class Tally {
    private int count;

    void up() {
      count++;
    }
  }

  static class Worker implements Runnable {
    private final List<String> lines = new ArrayList<>();
    private final Tally mine = new Tally();
    private final Tally given;

    Worker(Tally given) {
      this.given = given;
    }

    @Override
    public void run() {
      lines.add("x");
      mine.up();
      given.up();
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new Thread(new Worker(new Tally())).start();
    }
  }
}
