package check;

/** Each worker goes over the whole array. */
public class WholeArray {
  static final long[] counts = new long[16]; // expect: long[]

  public static void main(String[] args) {
    for (int w = 0; w < 2; w++) {
      new Thread(() -> {
        for (int i = 0; i < counts.length; i++) {
          counts[i]++;
        }
      }).start();
    }
  }
}
