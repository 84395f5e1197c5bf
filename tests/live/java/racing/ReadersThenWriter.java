package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** Two threads read, a third writes: the race is with both readers, found whichever came last. */
public class ReadersThenWriter {
  static int value;  // expect: observed racing.ReadersThenWriter.value

  public static void main(String[] args) throws Exception {
    NoEdge one = new NoEdge();
    NoEdge two = new NoEdge();
    Threads.together(
        () -> {
          Check.same(0, value);
          one.raise();
        },
        () -> {
          Check.same(0, value);
          two.raise();
        },
        () -> {
          one.await();
          two.await();
          value = 1;
        });
  }
}
