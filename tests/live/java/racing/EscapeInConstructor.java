package racing;

import support.NoEdge;
import support.Threads;

/** The constructor hands out the object before it has written the last of its fields. */
public class EscapeInConstructor {
  static EscapeInConstructor escaped;  // expect: observed racing.EscapeInConstructor.escaped
  static final NoEdge out = new NoEdge();
  static final NoEdge seen = new NoEdge();

  int early;  // may: racing.EscapeInConstructor.early
  int late;  // expect: observed racing.EscapeInConstructor.late

  EscapeInConstructor() {
    early = 1;
    escaped = this;
    out.raise();
    seen.await();
    late = 1;
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> new EscapeInConstructor(),
        () -> {
          out.await();
          int sum = escaped.early + escaped.late;
          seen.raise();
          if (sum > 2) throw new AssertionError();
        });
  }
}
