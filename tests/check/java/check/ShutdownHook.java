package check;

/** A shutdown hook beside main. */
public class ShutdownHook {
  private static int handled; // expect: check.ShutdownHook.handled

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(handled)));
    for (int i = 0; i < 100; i++) {
      handled++;
    }
  }
}
