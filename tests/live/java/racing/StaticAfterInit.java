package racing;

import support.Check;
import support.Threads;

/** A static field that class initialisation published is written again later. */
public class StaticAfterInit {
  static final class Level {
    static int current;  // expect: observed racing.StaticAfterInit$Level.current

    static {
      current = 1;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(() -> Level.current = 2, () -> Check.same(true, Level.current > 0));
  }
}
