package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** An array filled and then published by an ordinary field. */
public class UnsafeArrayPublication {
  static int[] table;  // expect: observed racing.UnsafeArrayPublication.table

  public static void main(String[] args) throws Exception {
    NoEdge done = new NoEdge();
    Threads.together(
        () -> {
          int[] made = new int[3];
          made[1] = 5;  // may: int[]
          table = made;
          done.raise();
        },
        () -> {
          done.await();
          Check.same(5, table[1]);
        });
  }
}
