package check;

/** Buckets chosen by the data are anybody's. */
public class Histogram {
  private final int[] buckets = new int[16]; // expect: int[]

  void count(int value) {
    buckets[value % 16]++;
  }

  public static void main(String[] args) {
    Histogram shared = new Histogram();
    for (int t = 0; t < 2; t++) {
      int from = t * 100;
      new Thread(() -> {
        for (int i = from; i < from + 100; i++) {
          shared.count(i);
        }
      }).start();
    }
  }
}
