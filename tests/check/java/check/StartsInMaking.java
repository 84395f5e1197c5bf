package check;

/** The thread that a constructor starts runs beside the rest of it; who asked for the object does not. */
public class StartsInMaking {
  private int seen; // expect: check.StartsInMaking.seen
  private int later;

  StartsInMaking() {
    new Thread(() -> System.out.println(seen)).start();
    seen = 1;
    later = 2;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(new StartsInMaking().later)).start();
    }
  }
}
