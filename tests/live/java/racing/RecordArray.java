package racing;

import support.Threads;

/** A record is immutable, the array in it is not. */
public class RecordArray {
  record Scores(long[] values) {}

  public static void main(String[] args) throws Exception {
    Scores scores = new Scores(new long[4]);
    Threads.together(() -> scores.values()[2]++, () -> scores.values()[2]++);  // expect: observed long[]
  }
}
