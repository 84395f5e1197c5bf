package check;

/** An exception handler runs in the dying thread. */
public class UncaughtHandler {
  private static int failures; // expect: check.UncaughtHandler.failures

  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> failures++);
    new Thread(() -> {
      throw new IllegalStateException();
    }).start();
    System.out.println(failures);
  }
}
