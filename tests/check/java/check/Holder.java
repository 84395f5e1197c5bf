package check;

/** The holder-class idiom, and an enum as a singleton: nothing. */
public class Holder {
  private int built;

  private Holder() {
    built = 1;
  }

  private static class Lazy {
    static final Holder INSTANCE = new Holder();
  }

  enum Single {
    INSTANCE;

    private final int[] table = new int[8];

    Single() {
      table[0] = 1;
    }

    int first() {
      return table[0];
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(Lazy.INSTANCE.built + Single.INSTANCE.first())).start();
    }
  }
}
