package check;

import java.util.ArrayList;
import java.util.List;

/** Lists that one static method makes: the one that each thread fills is not the one that all of them look at. */
public class ListsOfOneMaker {
  private static final List<String> SHARED = make();

  private static <T> List<T> make() {
    return sized(4);
  }

  private static <T> List<T> sized(int size) {
    return new ArrayList<>(size);
  }

  static class Worker extends Thread {
    private final List<Integer> own = make();

    @Override
    public void run() {
      own.add(SHARED.size());
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Worker().start();
    }
  }
}
