package silent;

import support.Check;

/** What the handler of an uncaught exception does belongs to the thread that dies of it. */
public class UncaughtHandlers {
  static int deaths;
  static String last;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> {
        deaths++;
        throw new IllegalStateException("expected");
      });
      thread.setUncaughtExceptionHandler((dead, problem) -> {
        deaths += 10;
        last = problem.getMessage();
      });
      thread.start();
      thread.join();
    }
    Check.result("22 expected", deaths + " " + last);
  }
}
