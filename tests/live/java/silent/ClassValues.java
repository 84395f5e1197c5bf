package silent;

import support.Check;
import support.Threads;

/** Whoever gets a class's value gets it as it was computed, whichever thread did. */
public class ClassValues {
  static class Counted {
    int number = 5;
  }

  static final ClassValue<Counted> VALUES = new ClassValue<>() {
    @Override
    protected Counted computeValue(Class<?> type) {
      return new Counted();
    }
  };

  public static void main(String[] args) throws Exception {
    Threads.Body reader = () -> Check.same(5, VALUES.get(ClassValues.class).number);
    Threads.together(reader, reader, reader);
    VALUES.remove(ClassValues.class);
    Threads.together(reader, reader);
    Check.result(5, VALUES.get(Counted.class).number);
  }
}
