package silent;

import support.Check;
import support.Threads;

/** Records in a volatile field: each state is a new object, made from the one before by the one writer. */
public class ImmutableRecords {
  record State(int version, String text) {
    State next() {
      return new State(version + 1, text + version % 10);
    }
  }

  static volatile State state = new State(0, "");

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < 20; i++) state = state.next();
        },
        () -> {
          State seen;
          do {
            seen = state;
            Check.same(seen.version(), seen.text().length());
          } while (seen.version() < 20);
        });
    Check.result(20, state.version());
  }
}
