package racing;

import support.Check;
import support.Threads;

/** A constructor starts a thread that uses the object before it is finished. */
public class EscapingThis {
  int late;  // expect: observed racing.EscapingThis.late

  @SuppressWarnings("this-escape")
  EscapingThis() throws InterruptedException {
    Thread reader = Threads.start(() -> Check.same(true, late >= 0));
    late = 7;
    reader.join();
  }

  public static void main(String[] args) throws Exception {
    new EscapingThis();
  }
}
