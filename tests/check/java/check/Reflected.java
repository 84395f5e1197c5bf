package check;

/** Objects and calls through reflection with constant names. */
public class Reflected {
  public static class Plugin implements Runnable {
    private static int loaded; // expect: check.Reflected$Plugin.loaded

    @Override
    public void run() {
      loaded++;
    }

    public static void reset() {
      loaded = 0;
    }
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    Class<?> type = Class.forName("check.Reflected$Plugin");
    Runnable plugin = (Runnable) type.getDeclaredConstructor().newInstance();
    new Thread(plugin).start();
    type.getMethod("reset").invoke(null);
  }
}
