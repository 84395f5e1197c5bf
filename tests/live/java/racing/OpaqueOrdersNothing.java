package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** A hand-over by an opaque flag: the flag is no race, the data behind it is. */
public class OpaqueOrdersNothing {
  static int data;  // expect: observed racing.OpaqueOrdersNothing.data

  public static void main(String[] args) throws Exception {
    NoEdge flag = new NoEdge();
    Threads.together(
        () -> {
          data = 42;
          flag.raise();
        },
        () -> {
          flag.await();
          Check.same(true, data >= 0);
        });
  }
}
