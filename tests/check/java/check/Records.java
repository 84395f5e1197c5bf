package check;

import java.util.List;

/** Records are as immutable as their parts. */
public class Records {
  record Point(int x, int y) {
    Point moved(int by) {
      return new Point(x + by, y);
    }
  }

  record Named(String name, int[] values) {} // expect: int[]

  private volatile Point point = new Point(0, 0);

  public static void main(String[] args) {
    Records shared = new Records();
    Named named = new Named("n", new int[2]);
    List<Point> fixed = List.of(new Point(1, 2));
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        shared.point = shared.point.moved(1);
        named.values()[1]++;
        System.out.println(fixed.get(0).x());
      }).start();
    }
  }
}
