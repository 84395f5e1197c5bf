package check;

/** Built by chained setters, then shared and only read: nothing. */
public class BuilderThenShare {
  static class Settings {
    private String name;
    private int size;

    Settings name(String to) {
      name = to;
      return this;
    }

    Settings size(int to) {
      size = to;
      return this;
    }
  }

  public static void main(String[] args) {
    Settings settings = new Settings().name("n").size(3);
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(settings.name + settings.size)).start();
    }
  }
}
