package racing;

import support.Threads;

/** A class initialiser writes to an object that another thread has too. */
public class InitialiserUsesShared {
  int value;  // expect: observed racing.InitialiserUsesShared.value

  static final InitialiserUsesShared shared = new InitialiserUsesShared();

  static final class Late {
    static final int RESULT = write();

    private static int write() {
      shared.value = 1;
      return Integer.parseInt("7");
    }
  }

  public static void main(String[] args) throws Exception {
    Thread other = Threads.start(() -> shared.value = Late.RESULT);
    shared.value = 2;
    other.join();
  }
}
